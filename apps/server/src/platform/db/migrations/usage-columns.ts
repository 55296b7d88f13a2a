import type { ColumnDefinitionBuilder, CreateTableBuilder, RawBuilder } from 'kysely'

const names = ['input', 'output', 'cached_read', 'cached_write', 'reasoning', 'audio']

export const addUsageColumns = <T extends string, C extends string>(
  table: CreateTableBuilder<T, C>,
  int: RawBuilder<unknown>,
  build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder = (column) => column,
): CreateTableBuilder<T, C> => {
  let widened: CreateTableBuilder<T, string> = table
  for (const name of names) widened = widened.addColumn(`usage_${name}`, int, build)
  return widened
}
