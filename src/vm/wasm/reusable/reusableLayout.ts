// Where a reusable module keeps things in its memory. The contract sees the lower part, as many
// pages as it has at the moment. Behind the most that it may have are two maps with a byte for each
// granule (written since the last reset, ever written), and the initial content of the granules
// that data segments reach.

/**
 * In the small form, one instance serves many calls. In the large form, many instances use the same
 * memory one after another: a reset leaves nothing but zeros. Its granules are smaller, as a call
 * may write single bytes all over the memory.
 */
export type ReusableForm = 'small' | 'large';

export const PAGE_SHIFT = 16;
const GRANULE_SHIFTS: Readonly<Record<ReusableForm, number>> = { small: 12, large: 8 };
/** How far behind the end of its granule an access may end. */
const OVERHANG_BYTES = 8;
/** Granules that a reset looks at together; the maps have multiples of it. */
export const GROUP_GRANULES = 64;

/** The bytes that data segments write. */
export type DataExtent = { readonly start: number; readonly end: number };

export type ReusableLayout = {
  readonly form: ReusableForm;
  /** What the contract sees at the start of a call, and at most. */
  readonly pagesMin: number;
  readonly pagesMax: number;
  /** What the memory has. */
  readonly pages: number;
  /** Of the number of bytes of a granule. */
  readonly granuleShift: number;
  /** What is restored for a granule. */
  readonly restoredBytes: number;
  /** The addresses of the maps. */
  readonly dirty: number;
  readonly resident: number;
  /** The initial content of the bytes from `from` on; null if nothing is restored but zeros. */
  readonly image: {
    readonly address: number;
    readonly from: number;
    readonly length: number;
  } | null;
};

type LayoutOptions = Pick<ReusableLayout, 'form' | 'pagesMin' | 'pagesMax'> & {
  readonly data: DataExtent | null;
};

export function createReusableLayout(options: LayoutOptions): ReusableLayout {
  const { form, pagesMin, pagesMax, data } = options;
  const granuleShift = GRANULE_SHIFTS[form];
  const restoredBytes = (1 << granuleShift) + OVERHANG_BYTES;
  // What is restored for the last granule of all ends behind it.
  const dirty = (pagesMax << PAGE_SHIFT) + GROUP_GRANULES;
  const groups = Math.ceil((pagesMax << (PAGE_SHIFT - granuleShift)) / GROUP_GRANULES);
  const mapBytes = groups * GROUP_GRANULES;
  const resident = dirty + mapBytes;
  const address = resident + mapBytes;
  const image = data && { address, ...imageOf(data, granuleShift) };
  const pages = ((address + (image?.length ?? 0)) >>> PAGE_SHIFT) + 1;
  const memory = { pagesMin, pagesMax, pages };
  return { form, ...memory, granuleShift, restoredBytes, dirty, resident, image };
}

/** All granules of which a restored byte is data. */
function imageOf({ start, end }: DataExtent, shift: number): { from: number; length: number } {
  const floor = (address: number) => (address >>> shift) << shift;
  const from = floor(Math.max(0, start - OVERHANG_BYTES));
  return { from, length: floor(end - 1) + (1 << shift) + OVERHANG_BYTES - from };
}
