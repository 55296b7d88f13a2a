import { expect, test } from 'vitest'
import { environment } from '../testing/environment.ts'
import { graph, set } from '../testing/documents.ts'
import { callCases } from './call.cases.ts'
import { checkDocument } from './check.ts'
import { contentCases } from './content.cases.ts'
import { describePlace } from './describe-place.ts'
import { stateCases } from './state.cases.ts'
import { structureCases } from './structure.cases.ts'
import { warningCases } from './warning.cases.ts'

const document = graph({
  state: { topic: { type: 'string' } },
  nodes: { plan: { ...set({}), title: 'Plan it' }, write: set({}) },
  edges: ['start > plan', 'plan > write', 'write > end'],
})

test.each([
  [{ node: 'plan' }, 'Plan it'],
  [{ node: 'write', field: 'prompt.messages.0.text' }, 'write · prompt, message 1'],
  [{ node: 'plan', field: 'decide.rules.1.port' }, 'Plan it · rule 2'],
  [{ node: 'plan', field: 'values.topic.expression' }, 'Plan it · value of topic'],
  [{ node: 'plan', field: 'timeoutMs' }, 'Plan it · time limit'],
  [{ edge: 1, field: 'each.max' }, 'Plan it → write · most copies'],
  [{ channel: 'topic', field: 'default' }, 'channel topic · default'],
  [{ node: 'plan', edge: 0, field: 'each.of' }, 'Plan it · start → Plan it · list of the fan-out'],
  [{ field: 'output.0' }, 'outputs'],
  [{}, ''],
])('placeWords(%j) returns %s', (place, words) => {
  expect(describePlace(document, place).join(' · ')).toBe(words)
})

const cases = [...structureCases, ...stateCases, ...contentCases, ...callCases, ...warningCases]

test.each(cases)('placeWords shows no document path for: %s: %s', (_, __, ___, parts) => {
  const drawn = graph(parts)

  for (const { location } of checkDocument(drawn, environment)) {
    const field = describePlace(drawn, { field: location.field }).join('')
    expect(field).not.toMatch(/\w\.\w|Ms\b|[a-z][A-Z]/)
  }
})
