// Methods in groups, those that contain a text.

interface Named {
  readonly name: string;
  readonly isDeprecated: boolean;
}

export interface MethodGroup<M> {
  readonly title: string;
  readonly methods: readonly M[];
}

function groupOf({ name, isDeprecated }: Named): string {
  if (isDeprecated) return 'Deprecated';
  if (name.startsWith('EXPERIMENTAL_')) return 'Experimental';
  const isOwn = name.startsWith('perigee_') || name.startsWith('sandbox_');
  return isOwn ? 'Local chain and Perigee' : 'Chain';
}

const TITLES = ['Chain', 'Experimental', 'Local chain and Perigee', 'Deprecated'];

/** The filter is any part of a name; groups without a method are left out. */
export function groupMethods<M extends Named>(
  methods: readonly M[],
  filter: string,
): MethodGroup<M>[] {
  const wanted = filter.trim().toLowerCase();
  const found = methods.filter(({ name }) => name.toLowerCase().includes(wanted));
  return TITLES.map((title) => ({
    title,
    methods: found.filter((method) => groupOf(method) === title),
  })).filter((group) => group.methods.length > 0);
}
