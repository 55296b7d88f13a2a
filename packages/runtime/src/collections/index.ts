export { searchCited } from './cited.ts'
export { createCollection } from './collection.ts'
export type { Collection, FoundPassage } from './collection.ts'
