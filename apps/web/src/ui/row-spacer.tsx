/** Stands in a table for the rows that are not in sight. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  )
}
