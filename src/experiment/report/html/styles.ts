const LIGHT = `color-scheme:light;--page:#f6f5f1;--card:#fff;--ink:#1d2329;--soft:#59636e;--line:#dcdad2;--faint:#ecebe5;--accent:#1f5fbf;--accent-soft:#e4edfa;--good:#1a6f3c;--good-soft:#e1f3e7;--bad:#a93226;--bad-soft:#fbe6e3;--warn:#7a4b00;--warn-soft:#fdf0d5;--grey:#6c757f`;
const DARK = `color-scheme:dark;--page:#14171b;--card:#1c2127;--ink:#e8eaed;--soft:#a9b1ba;--line:#343b43;--faint:#262c33;--accent:#7db0ff;--accent-soft:#1d2f4a;--good:#7bd69a;--good-soft:#17331f;--bad:#ff9d90;--bad-soft:#40201c;--warn:#f2c572;--warn-soft:#3a2c10;--grey:#949da7`;

/** All styles of the page. Colours of both themes meet WCAG AA on card and page; nothing is told by colour alone. */
export const STYLES = `
:root{${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{${DARK}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
.wrap{max-width:1120px;margin:0 auto;padding:24px 20px 64px}
.top{display:flex;gap:16px;align-items:center;justify-content:space-between;margin-bottom:20px}
.brand{color:var(--soft);font-size:.85rem;letter-spacing:.04em;text-transform:uppercase;font-weight:600}
button{font:inherit;font-size:.85rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:8px;padding:6px 12px;cursor:pointer}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
h1{font-size:1.7rem;line-height:1.25;margin:0 0 12px;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:0 0 4px}
h3{font-size:.95rem;margin:20px 0 6px}
.sub{color:var(--soft);margin:0 0 12px;font-size:.9rem}
.toc{margin:0 0 28px}
.toc ol{margin:0;padding:0;list-style:none}
.toc li{padding:12px 0;border-top:1px solid var(--faint)}
.toc li:first-child{border-top:0;padding-top:4px}
.toc a{font-weight:600}
.toc p{margin:2px 0 0;color:var(--soft);font-size:.92rem}
.report+.report{margin-top:56px;padding-top:40px;border-top:2px solid var(--line)}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:20px;margin:0 0 16px;min-width:0}
.verdict{font-size:1.22rem;line-height:1.45;font-weight:550;margin:0 0 14px;overflow-wrap:anywhere}
.meta{display:flex;flex-wrap:wrap;gap:8px;margin:0;padding:0;list-style:none;font-size:.85rem}
.meta li{border:1px solid var(--line);border-radius:999px;padding:2px 12px;color:var(--soft);overflow-wrap:anywhere}
.meta .prov{background:var(--accent-soft);border-color:transparent;color:var(--ink)}
.meta .unreal{background:var(--warn-soft);border-color:transparent;color:var(--warn);font-weight:700}
.note{margin:14px 0 0;color:var(--soft)}
.warnings{background:var(--warn-soft);color:var(--warn);border-radius:10px;padding:10px 16px;margin:0 0 16px;font-size:.92rem}
.warnings ul{margin:0;padding-left:18px}
.scroll{overflow-x:auto;margin:0 -20px;padding:0 20px;position:relative}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:7px 9px;border-bottom:1px solid var(--faint);text-align:left;vertical-align:middle;white-space:nowrap}
thead th{color:var(--soft);font-weight:600;font-size:.8rem;vertical-align:bottom;white-space:normal;border-bottom-color:var(--line)}
th.num,td.num{text-align:right}
tbody th{font-weight:600;max-width:300px;white-space:normal;overflow-wrap:break-word;min-width:150px}
th:first-child,td:first-child{padding-left:0}
tr:last-child>th,tr:last-child>td{border-bottom:0}
.plotcell{padding:2px 9px;width:258px}
.plotcell svg{display:block;width:240px;height:auto}
.tag{display:inline-block;border-radius:999px;padding:1px 10px;font-size:.8rem;font-weight:600;background:var(--faint);color:var(--soft)}
.tag.better{background:var(--good-soft);color:var(--good)}
.tag.worse{background:var(--bad-soft);color:var(--bad)}
.tag.equivalent{background:var(--accent-soft);color:var(--accent)}
.control{font-size:.72rem;font-weight:600;color:var(--soft);border:1px solid var(--line);border-radius:999px;padding:0 7px;margin-left:8px;white-space:nowrap}
.best{font-weight:700}
svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink)}
svg .tick{fill:var(--soft);font-size:11px}
svg .axis{fill:var(--soft);font-size:12px;font-weight:600}
svg .grid{stroke:var(--faint);stroke-width:1}
svg .base{stroke:var(--line);stroke-width:1}
svg .zero{stroke:var(--grey);stroke-width:1.5}
svg .band{fill:var(--accent-soft)}
svg .whisker{stroke:var(--accent);stroke-width:2;stroke-linecap:round}
svg .dot{fill:var(--accent)}
svg .is-control .whisker{stroke:var(--grey)}
svg .is-control .dot{fill:var(--grey)}
svg .better .whisker{stroke:var(--good)}svg .better .dot{fill:var(--good)}
svg .worse .whisker{stroke:var(--bad)}svg .worse .dot{fill:var(--bad)}
svg .tie .whisker{stroke:var(--grey)}svg .tie .dot{fill:var(--grey)}
svg .front{fill:none;stroke:var(--accent);stroke-width:2}
svg .convex{fill:none;stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4;opacity:.75}
svg .leader{stroke:var(--grey);stroke-width:1}
svg .point .ring{fill:var(--card);stroke:var(--grey);stroke-width:2}
svg .point .core{fill:var(--grey)}
svg .point.on .ring{stroke:var(--accent)}
svg .point.on .core{fill:var(--accent)}
svg .point .spread{stroke:var(--grey);stroke-width:1.5;opacity:.5}
svg .point.on .spread{stroke:var(--accent)}
svg .point:focus{outline:none}
svg .point:focus-visible .ring{stroke:var(--ink);stroke-width:4}
svg .halo{stroke:var(--card);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
svg .off{fill:var(--soft)}
.plot{display:block;width:100%;height:auto}
.narrow{display:none}
.legend{display:flex;flex-wrap:wrap;gap:6px 18px;margin:8px 0 0;padding:0;list-style:none;color:var(--soft);font-size:.85rem}
.legend svg{width:26px;height:12px;vertical-align:middle;margin-right:6px}
details{border-top:1px solid var(--faint);padding:10px 0}
details:last-of-type{padding-bottom:0}
summary{cursor:pointer;font-weight:600;font-size:.95rem;overflow-wrap:anywhere}
summary .sub{font-weight:400;margin:0}
details[open]>summary{margin-bottom:8px}
.list{margin:0;padding-left:20px;font-size:.88rem;overflow-wrap:anywhere}
code{font:.85em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:-999px}
.skip:focus{left:12px;top:12px;background:var(--card);padding:8px 12px;z-index:2}
@media (max-width:640px){
.wrap{padding:16px 12px 48px}
h1{font-size:1.35rem}
.verdict{font-size:1.08rem}
.card{padding:16px 14px}
.scroll{margin:0 -14px;padding:0 14px}
.wide{display:none}.narrow{display:block}
tbody th{max-width:150px;min-width:110px}
.plotcell svg{width:200px}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{button,.skip{display:none}.card{break-inside:avoid}}
`;
