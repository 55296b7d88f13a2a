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
])('%j is named %s', (overrides, name) => {
  expect(withNodeTitle(span({ kind: 'chain', ...overrides }), document).name).toBe(name)
})

const createFailure = (message: string): Partial<Span> => ({
  status: 'error',
  error: { code: 'TOOL_ERROR', message, retryable: false },
})

const renderNames = (...spans: Partial<Span>[]) =>
  initialSpan(
    { status: 'error' },
    spans.map((overrides, index) => span({ id: uuid(index + 1), ...overrides })),
  )?.name

const root = { name: 'graph', ...createFailure('no total') }

describe('firstToShow of a failed trace', () => {
  it('firstToShow skips an error that was caught', () => {
    const names = renderNames(
      root,
      { name: 'work', parentId: uuid(1) },
      { name: 'lookup', parentId: uuid(2), ...createFailure('not there') },
      { name: 'sum up', parentId: uuid(1), ...createFailure('no total') },
      { name: 'add', parentId: uuid(4), ...createFailure('no total') },
    )
    expect(names).toBe('add')
  })

  it('firstToShow selects the branch whose error ended the trace', () => {
    const names = renderNames(
      root,
      { name: 'left', parentId: uuid(1), ...createFailure('no total') },
      { name: 'right', parentId: uuid(1), ...createFailure('too late') },
    )
    expect(names).toBe('left')
  })

  it('firstToShow selects the last attempt', () => {
    const attempt = { parentId: uuid(1), ...createFailure('429') }
    expect(renderNames(root, { name: 'first', ...attempt }, { name: 'last', ...attempt })).toBe(
      'last',
    )
  })

  it('firstToShow finds an error whose root is missing', () => {
    expect(renderNames({ name: 'orphan', parentId: uuid(9), ...createFailure('lost') })).toBe(
      'orphan',
    )
  })

  it('firstToShow handles a parent cycle', () => {
    const names = renderNames(
      { name: 'one', parentId: uuid(2), ...createFailure('lost') },
      { name: 'other', parentId: uuid(1), ...createFailure('lost') },
    )
    expect(names).toBe('one')
  })
})
