// Whether tests run in their short form, as in `npm test`, or in their long one, as in
// `npm run test:long`. This is the only place that looks at the environment for it.

export const IS_LONG = process.env.PERIGEE_TEST_FORM === 'long';

/** A number for each form. */
export function byForm<T>({ short, long }: { readonly short: T; readonly long: T }): T {
  return IS_LONG ? long : short;
}
