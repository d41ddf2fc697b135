/** Lanczos approximation, g = 7, 9 terms (P. Godfrey's coefficients; relative error about 1e-15). */
const LANCZOS_G = 7;
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905, -0.13857109526572012,
  0.000009984369578019572, 1.5056327351493116e-7,
] as const;

/** Natural logarithm of the gamma function for x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const z = x - 1;
  let sum: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += (LANCZOS[i] ?? 0) / (z + i);
  const t = z + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Natural logarithm of the beta function for a, b > 0. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Natural logarithm of "n choose k" for integers 0 ≤ k ≤ n. */
export function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

const FRACTION_TERMS = 500;
const FRACTION_PRECISION = 1e-16;
const TINY = 1e-300;

/** Continued fraction of the incomplete beta function, evaluated by Lentz's method (Abramowitz & Stegun 26.5.8). */
function betaFraction(x: number, a: number, b: number): number {
  const guard = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
  let h = d;
  for (let m = 1; m <= FRACTION_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guard(1 + even * d);
    c = guard(1 + even / c);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guard(1 + odd * d);
    c = guard(1 + odd / c);
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < FRACTION_PRECISION) break;
  }
  return h;
}

/** Regularised incomplete beta function I_x(a, b), in [0, 1]. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  // The fraction converges fast only on this side of the mean; the other side is its mirror image.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** P(T ≤ t) of Student's t with `df` > 0 degrees of freedom. */
export function studentCdf(t: number, df: number): number {
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
  return t > 0 ? 1 - tail : tail;
}

const BISECTIONS = 200;

/** The t below which Student's t with `df` degrees of freedom lies with probability p (0 < p < 1). */
export function studentQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, df);
  let low = 0;
  let high = 1;
  while (studentCdf(high, df) < p) high *= 2;
  for (let i = 0; i < BISECTIONS && high - low > Number.EPSILON * high; i++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, df) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Algorithm AS 241 (PPND16): M. J. Wichura, Applied Statistics 37 (1988), 477–484; highest power first. */
const CENTRE = {
  top: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  bottom: [5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579, 42.31333070160091, 1],
} as const;
const MIDDLE = {
  top: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045, 5.769497221460691, 4.630337846156546,
    1.4234371107496835,
  ],
  bottom: [1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851, 1.6763848301838038, 2.053191626637759, 1],
} as const;
const TAIL = {
  top: [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487, 1.7848265399172913, 5.463784911164114,
    6.657904643501104,
  ],
  bottom: [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615, 0.1369298809227358, 0.599832206555888,
    1,
  ],
} as const;

interface Rational {
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

function rational({ top, bottom }: Rational, r: number): number {
  const horner = (coefficients: readonly number[]): number => coefficients.reduce((sum, coefficient) => sum * r + coefficient, 0);
  return horner(top) / horner(bottom);
}

/** The z below which a standard normal variable lies with probability p (0 < p < 1). */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * rational(CENTRE, 0.180625 - q * q);
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const z = r <= 5 ? rational(MIDDLE, r - 1.6) : rational(TAIL, r - 5);
  return q < 0 ? -z : z;
}
