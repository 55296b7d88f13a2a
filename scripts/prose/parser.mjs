// The TypeScript and JSX parser: parseSync(fileName, source) -> { program, comments, errors }.
export { parseSync } from 'rolldown/utils'
