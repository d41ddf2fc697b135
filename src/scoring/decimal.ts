/** An exact decimal: ± digits × 10^exponent; digits without leading or trailing zeros, `0` with exponent 0 for zero. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Groups of three behind commas, apostrophes or the narrow spaces of typeset numbers; a plain space would join two numbers. */
const GROUPED = /^\d{1,3}(?:([,'’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?=\.|e|$)/iu;
const PLAIN = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,7}))?$/iu;
const MINUS_SIGNS = /[\u2212\u2012\u2013\uff0d\ufe63]/gu;
const FULL_WIDTH = /[\uff0b\uff0c\uff0e\uff10-\uff19]/gu;
const CURRENCY = /(?:\\?\$|[\p{Sc}])/u;
const CURRENCY_BEFORE = new RegExp(`^([+-]?)\\s*${CURRENCY.source}\\s*(?=[+\\-.\\d])`, 'u');
const CURRENCY_AFTER = new RegExp(`(?<=[\\d.])\\s*${CURRENCY.source}$`, 'u');
const PERCENT_AFTER = /(?<=[\d.])\s*\\?[%％]$/u;
/** Further digits name no answer that anyone gives; bounds the work on hostile input. */
const LONGEST_NUMBER = 1000;

function plainDigits(text: string): string {
  return text
    .replace(MINUS_SIGNS, '-')
    .replace(FULL_WIDTH, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/(?<=[\d%)\p{Sc}])\s*\.$/u, '');
}

function ungroup(text: string): string | null {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const body = text.slice(sign.length);
  const grouped = GROUPED.exec(body);
  const joined = grouped === null ? body : grouped[0].replace(/[^\d]/gu, '') + body.slice(grouped[0].length);
  return sign + joined;
}

/** Reads one number with optional sign, thousands groups, decimals, exponent, currency or percent sign and closing full stop; null for anything else. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > LONGEST_NUMBER) return null;
  let bare = plainDigits(text.trim());
  const before = bare;
  bare = bare.replace(CURRENCY_BEFORE, '$1');
  bare = bare === before ? bare.replace(CURRENCY_AFTER, '') : bare;
  const matched = PLAIN.exec(ungroup(bare.replace(PERCENT_AFTER, '')) ?? '');
  if (matched === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = matched;
  if (whole === '' && fraction === '') return null;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return { negative: false, digits: '0', exponent: 0 };
  return { negative: sign === '-', digits, exponent: Number(power) - fraction.length + (all.length - digits.length) };
}

/** One text per value: equal numbers give equal texts. Plain notation where short, else digits and power. */
export function formatDecimal({ negative, digits, exponent }: Decimal): string {
  const sign = negative ? '-' : '';
  const point = digits.length + exponent;
  if (exponent >= 0 && point <= 40) return sign + digits + '0'.repeat(exponent);
  if (exponent < 0 && point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  if (exponent < 0 && point > -20) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits}e${exponent}`;
}

/** Beyond this spread of exponents one number is negligible beside the other, and exact sums would only cost memory. */
const WIDEST_SPREAD = 2000;

function scaled({ negative, digits, exponent }: Decimal, base: number): bigint {
  const value = BigInt(digits) * 10n ** BigInt(exponent - base);
  return negative ? -value : value;
}

/** Whether a and b differ by at most `tolerance`, exactly, without rounding to binary fractions. */
export function withinTolerance(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  if (a.negative === b.negative && a.digits === b.digits && a.exponent === b.exponent) return true;
  const exponents = [a, b, tolerance].filter(({ digits }) => digits !== '0').map(({ exponent }) => exponent);
  const base = Math.min(...exponents);
  const spread = Math.max(...exponents) - base;
  if (spread > WIDEST_SPREAD) return Math.abs(Number(formatDecimal(a)) - Number(formatDecimal(b))) <= Number(formatDecimal(tolerance));
  const at = (value: Decimal): bigint => (value.digits === '0' ? 0n : scaled(value, base));
  const difference = at(a) - at(b);
  return (difference < 0n ? -difference : difference) <= at(tolerance);
}
