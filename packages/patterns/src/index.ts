export { compilePattern, createPatternMeter, parsePattern, patternProblem } from './pattern.ts'
export type { LinearPattern, PatternMeter } from './pattern.ts'
