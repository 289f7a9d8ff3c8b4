// The names by which gas profiles show costs, in the order of the costs' numbers. The parameter
// tables own the names; types only need their shape.

export interface CostNames {
  readonly actions: readonly string[];
  readonly ext: readonly string[];
}
