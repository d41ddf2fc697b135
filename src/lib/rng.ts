/** Seeded random source. All randomness of the product comes from one of these, so that a seed names a result. */
export interface Rng {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform integer in [0, bound); bound ≥ 1. */
  int(bound: number): number;
  /** Standard normal draw. */
  normal(): number;
  /** An independent stream named by `key`; the same key gives the same stream, whatever was drawn before. */
  fork(key: string): Rng;
}

const UINT32 = 4294967296;

/** 32-bit FNV-1a over UTF-16 code units with an avalanche finish; stable across platforms. */
export function hash32(text: string, seed = 0x811c9dc5): number {
  let h = seed >>> 0;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return mix32(h);
}

/** Avalanche finaliser of MurmurHash3 (public domain). */
export function mix32(value: number): number {
  let h = value | 0;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

class Sfc32 implements Rng {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;
  readonly #seed: number;
  constructor(seed: number) {
    this.#seed = seed >>> 0;
    this.#a = mix32(this.#seed ^ 0x9e3779b9);
    this.#b = mix32(this.#a ^ 0x243f6a88);
    this.#c = mix32(this.#b ^ 0xb7e15162);
    for (let i = 0; i < 12; i++) this.#draw();
  }
  #draw(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return t >>> 0;
  }
  next(): number {
    return this.#draw() / UINT32;
  }
  int(bound: number): number {
    return Math.floor(this.next() * bound);
  }
  normal(): number {
    const u = 1 - this.next();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * this.next());
  }
  fork(key: string): Rng {
    return new Sfc32(hash32(key, mix32(this.#seed ^ 0x5bd1e995)));
  }
}

/** A small fast counter (sfc32) seeded by a number or any text. */
export function createRng(seed: number | string): Rng {
  return new Sfc32(typeof seed === 'string' ? hash32(seed) : mix32(seed));
}
