/** The page's only script: switches the theme, and opens the folded list that a link leads to. The page is whole without it. */
export const SCRIPT = `
(function(){
var root=document.documentElement,button=document.getElementById('theme');
if(button){button.hidden=false;button.addEventListener('click',function(){
var dark=root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;
root.dataset.theme=dark?'light':'dark';button.setAttribute('aria-pressed',String(!dark));});}
function unfold(){var target=location.hash.length>1&&document.getElementById(location.hash.slice(1));
for(var node=target;node;node=node.parentElement)if(node.tagName==='DETAILS')node.open=true;
if(target)target.scrollIntoView();}
addEventListener('hashchange',unfold);unfold();
})();
`;
