export type * from './runtime.ts'
export { NodeFailure } from './failure.ts'
