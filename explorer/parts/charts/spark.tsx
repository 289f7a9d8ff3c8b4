// A line without axes: how a figure has developed.

const WIDTH = 144;
const HEIGHT = 24;
const MARGIN = 2;

export function Spark({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const most = Math.max(...values);
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * WIDTH;
    const y = HEIGHT - MARGIN - (most === 0 ? 0 : value / most) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join(' L')}`;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="spark-area" d={`${line} L${WIDTH} ${HEIGHT} L0 ${HEIGHT}z`} />
      <path class="spark" d={line} />
    </svg>
  );
}
