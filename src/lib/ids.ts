/** Branded ids: a plain string at run time, told apart by the compiler. */
export type Brand<Name extends string> = string & { readonly __brand: Name };
export type RunId = Brand<'RunId'>;
export type ComparisonId = Brand<'ComparisonId'>;
export type AgentId = Brand<'AgentId'>;

/** Makes a branded id from text that was read from a trusted place (a row, a validated flag). */
export function asId<Id extends string>(text: string): Id {
  // A brand exists only at compile time; this is the one place where text becomes an id.
  return text as Id;
}
