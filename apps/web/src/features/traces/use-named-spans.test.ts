import { expect, test, describe, it } from 'vitest'
import type { Span } from '@lathe/contract'
import { graph } from '../workbench/testing.ts'
import { span } from './testing.ts'
import { withNodeTitle, initialSpan } from './use-named-spans.ts'
import { uuid } from '../../testing/event-factory.ts'

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
])('%j is named %s', (part, name) => {
  expect(withNodeTitle(span({ kind: 'chain', ...part }), document).name).toBe(name)
})

const failing = (message: string): Partial<Span> => ({
  status: 'error',
  error: { code: 'TOOL_ERROR', message, retryable: false },
})

const shownOf = (...spans: Partial<Span>[]) =>
  initialSpan(
    { status: 'error' },
    spans.map((more, at) => span({ id: uuid(at + 1), ...more })),
  )?.name

const root = { name: 'graph', ...failing('no total') }

describe('firstToShow of a failed trace', () => {
  it('firstToShow skips an error that was caught', () => {
    const shown = shownOf(
      root,
      { name: 'work', parentId: uuid(1) },
      { name: 'lookup', parentId: uuid(2), ...failing('not there') },
      { name: 'sum up', parentId: uuid(1), ...failing('no total') },
      { name: 'add', parentId: uuid(4), ...failing('no total') },
    )
    expect(shown).toBe('add')
  })

  it('firstToShow selects the branch whose error ended the trace', () => {
    const shown = shownOf(
      root,
      { name: 'left', parentId: uuid(1), ...failing('no total') },
      { name: 'right', parentId: uuid(1), ...failing('too late') },
    )
    expect(shown).toBe('left')
  })

  it('firstToShow selects the last attempt', () => {
    const attempt = { parentId: uuid(1), ...failing('429') }
    expect(shownOf(root, { name: 'first', ...attempt }, { name: 'last', ...attempt })).toBe('last')
  })

  it('firstToShow finds an error whose root is missing', () => {
    expect(shownOf({ name: 'orphan', parentId: uuid(9), ...failing('lost') })).toBe('orphan')
  })

  it('firstToShow handles a parent cycle', () => {
    const shown = shownOf(
      { name: 'one', parentId: uuid(2), ...failing('lost') },
      { name: 'other', parentId: uuid(1), ...failing('lost') },
    )
    expect(shown).toBe('one')
  })
})
