export * from './prices.ts'
export * from './rows.ts'
export * from './timeline.ts'
export * from './tree.ts'
