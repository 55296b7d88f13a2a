import type { GraphDocument } from '@lathe/contract'
import { describeIssues, validateJson } from '../json-schema/validate.ts'
import { inputSchema } from '../state/schema.ts'
import { RUN_CHANNEL } from './channels.ts'
import { NodeFailure } from './failure.ts'
import { toMessages } from './agents/messages.ts'
import type { State } from './state.ts'

/** Converts a run's plain input for LangGraph; throws `INVALID_INPUT` with each problem and its path. */
export function inputReader(
  document: GraphDocument,
  {
    node,
    told: problem = 'The input does not fit the graph',
  }: { node?: string; told?: string } = {},
) {
  const schema = inputSchema(document)
  return (values: object): State => {
    // Values that are not plain data are absent after this, so the schema rejects them.
    const issues = validateJson(schema, JSON.parse(JSON.stringify(values)))
    if (issues.length > 0) {
      const message = `${problem}: ${describeIssues(issues)}`
      throw new NodeFailure('INVALID_INPUT', message, {
        hint: 'Provide all required inputs of the graph.',
        ...(node !== undefined && { node }),
        details: issues,
      })
    }
    // Also makes an empty input one that LangGraph accepts.
    const input: State = { [RUN_CHANNEL]: { reset: true } }
    for (const [name, value] of Object.entries(values)) {
      input[name] = document.state[name]?.type === 'messages' ? toMessages(value) : value
    }
    return input
  }
}
