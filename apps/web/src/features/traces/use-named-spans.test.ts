import { expect, test } from 'vitest'
import { graph } from '../workbench/testing.ts'
import { span } from './testing.ts'
import { named } from './use-named-spans.ts'

const document = graph({
  nodes: {
    search: { kind: 'set', title: 'Find sources', values: {} },
    write: { kind: 'set', values: {} },
  },
})

test.each([
  [{ node: 'search', name: 'search' }, 'Find sources'],
  [{ node: 'write', name: 'write' }, 'write'],
  [{ node: 'search', name: 'demo-1', kind: 'model' as const }, 'demo-1'],
  [{ node: 'search/tools', name: 'tools' }, 'tools'],
  [{ node: 'constructor', name: 'constructor' }, 'constructor'],
  [{ node: null, name: 'RunnableSequence' }, 'RunnableSequence'],
])('%j is shown as %s', (part, name) => {
  expect(named(span({ kind: 'chain', ...part }), document).name).toBe(name)
})
