import { describeError } from '../../lib/describe-error.ts'

/** What the server refused each field for; `rest` where it named no field that is shown. */
export function fieldProblems(error: unknown, shown: readonly string[]) {
  const data: unknown = Reflect.get(Object(error), 'data')
  const issues: unknown = Reflect.get(Object(data), 'issues')
  const fields: Record<string, string> = {}
  for (const issue of Array.isArray(issues) ? issues : []) {
    const path = String(Reflect.get(Object(issue), 'path'))
    if (shown.includes(path)) fields[path] = String(Reflect.get(Object(issue), 'message'))
  }
  const isTold = !error || Object.keys(fields).length > 0
  return { fields, rest: isTold ? undefined : describeError(error).message }
}
