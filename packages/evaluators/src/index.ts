export { evaluate, evaluatorProblem } from './evaluate.ts'
export { cosineSimilarity } from './figures.ts'
export type { Call, Judged } from './judged.ts'
