/** Reserves the height of rows that are not rendered. */
export function RowSpacer({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  )
}
