export { codeVerdict } from './code.ts'
export { evaluate, evaluatorProblem, isInstantRule, type InstantRule } from './evaluate.ts'
export { cosineSimilarity, judgeSimilarity } from './figures.ts'
export { baselineEvaluation, judgeSchema, judgeVerdict, pairSchema, pairVerdict } from './judge.ts'
export {
  type Call,
  type EvaluatedRun,
  toEvaluatedRun,
  noReference,
  undecided,
} from './evaluated-run.ts'
export { formatInput, reasonText, answerText, answerPart, toText } from './part.ts'
