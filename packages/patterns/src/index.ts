export { compilePattern, createPatternMeter, parsePattern, patternProblem } from './pattern.ts'
export type { LinearPattern, PatternMeter } from './pattern.ts'
export { describePatternError } from './describe-error.ts'
