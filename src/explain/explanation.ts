// Why something failed and what helps, as two sentences for people. The words of the protocol's own
// errors stay what they are; this is what is said beside them.

export interface Explanation {
  readonly cause: string;
  /** Null if nothing can be said that helps in most cases. */
  readonly remedy: string | null;
}

export function because(cause: string, remedy: string | null = null): Explanation {
  return { cause, remedy };
}

type Variant = { readonly kind: string };
type ValueOf<V> = V extends { readonly value: infer Value } ? Value : undefined;

/** One rule for each variant of a union: a variant without one does not compile. */
export type Rules<U extends Variant, F> = {
  readonly [K in U['kind']]: (value: ValueOf<Extract<U, { kind: K }>>, facts: F) => Explanation;
};

export function applyRule<U extends Variant, F>(
  rules: Rules<U, F>,
  variant: U,
  facts: F,
): Explanation {
  const rule = rules[variant.kind as U['kind']] as (value: unknown, facts: F) => Explanation;
  return rule('value' in variant ? variant.value : undefined, facts);
}
