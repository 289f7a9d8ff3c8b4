// Numbers with a Zipf distribution, as the popularity of accounts and pages has it: the item of
// rank k is chosen in proportion to 1 / k. The same seed gives the same numbers on every machine.

/** A sampler of indexes below `count`, of which 0 is the most frequent. */
export function createZipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 1; rank <= count; rank++) {
    sum += 1 / rank;
    sums[rank - 1] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/** Numbers from 0 to 1, by a linear congruential generator. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
