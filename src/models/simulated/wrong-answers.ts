import { createRng, type Rng } from '#lib';

/**
 * Up to `count` plausible wrong answers of the same form as `target`, most tempting first: near numbers for a number, other letters for a
 * choice, the opposite for yes and true, altered text else. None equals the target or contains it, so no scorer takes one for right.
 */
export function wrongAnswers(target: string, count: number, seed: number): readonly string[] {
  const rng = createRng(seed);
  const number = /^([-+]?)(\d[\d,]*|)(?:\.(\d+))?$/.exec(target);
  if (number !== null && /\d/.test(target)) return numbers(target, number, count, rng);
  const choice = /^(\(?)([A-Za-z])(\)?)$/.exec(target);
  if (choice !== null) return letters(choice, count, rng);
  const opposite = OPPOSITES[target.toLowerCase()];
  if (opposite !== undefined) return [matchCase(opposite, target)];
  return texts(target, count, rng);
}

const OPPOSITES: Readonly<Record<string, string>> = Object.assign(Object.create(null), { yes: 'no', no: 'yes', true: 'false', false: 'true' });

function matchCase(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  return like.charAt(0) === like.charAt(0).toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Enough steps for the most wrong answers that parameters allow, even where many are left out because they contain the target. */
const MAX_STEP = 400;

function numbers(target: string, form: RegExpExecArray, count: number, rng: Rng): string[] {
  const [, sign = '', whole = '', decimals = ''] = form;
  const magnitude = BigInt(whole.replaceAll(',', '') + decimals);
  const value = sign === '-' ? -magnitude : magnitude;
  const found = new Set<string>();
  const add = (candidate: bigint) => {
    // A quantity that is not negative stays so: nobody answers "-3 apples".
    if (candidate === value || (candidate < 0n && value >= 0n)) return;
    const text = format(candidate, decimals.length, whole.includes(','));
    if (!text.includes(target)) found.add(text);
  };
  for (const slip of [value + 1n, value - 1n, value * 2n, value + 10n, value - 10n, value / 2n, value * 10n, value + 2n]) add(slip);
  for (let step = 3n; found.size < count && step < MAX_STEP; step++) {
    add(value + step);
    add(value - step);
  }
  return shuffled([...found].slice(0, Math.max(count, 8)), rng).slice(0, count);
}

function format(value: bigint, decimals: number, commas: boolean): string {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = commas ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${value < 0n ? '-' : ''}${grouped}${decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`}`;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const USUAL_CHOICES = 4; // A to D

function letters(form: RegExpExecArray, count: number, rng: Rng): string[] {
  const [, open = '', letter = '', close = ''] = form;
  const place = ALPHABET.indexOf(letter.toUpperCase());
  const pool = [...ALPHABET.slice(0, Math.max(USUAL_CHOICES, place + 1))].filter((_, index) => index !== place);
  const cased = pool.map((other) => (letter === letter.toUpperCase() ? other : other.toLowerCase()));
  return shuffled(cased, rng)
    .slice(0, count)
    .map((other) => `${open}${other}${close}`);
}

/** Every letter and digit moved on by the same step: as long as the target, alike in form, and never holding it. */
function texts(target: string, count: number, rng: Rng): string[] {
  const steps = shuffled(
    Array.from({ length: 25 }, (_, index) => index + 1),
    rng,
  );
  const found = new Set<string>();
  for (const step of steps) {
    if (found.size === count) break;
    const text = target.replace(/[A-Za-z0-9]/g, (c) => moved(c, step));
    // A text without Latin letters or digits cannot be moved; a neutral word stands in.
    found.add(text === target ? `other ${step}` : text);
  }
  return [...found];
}

function moved(character: string, step: number): string {
  const code = character.charCodeAt(0);
  if (code < 58) return String.fromCharCode(48 + ((code - 48 + 1 + (step % 9)) % 10));
  const first = code < 97 ? 65 : 97;
  return String.fromCharCode(first + ((code - first + step) % 26));
}

function shuffled<T>(items: readonly T[], rng: Rng): T[] {
  const keyed = items.map((item) => ({ item, key: rng.next() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
