import type { Field } from '../fields.ts'

export function GridHead({ fields }: { fields: readonly Field[] }) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" aria-colindex={1}>
          Row
        </th>
        {fields.map(({ id, label }, column) => (
          <th key={id} scope="col" data-field={id} aria-colindex={column + 2}>
            {label}
          </th>
        ))}
        <th scope="col" aria-colindex={fields.length + 2}>
          Since
        </th>
      </tr>
    </thead>
  )
}
