import { GraphDocument, type GraphNode } from '@lathe/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameJson } from '../document/same-json.ts'
import { hashDocument } from '../document/hash.ts'
import { connect, disconnect } from '../edit/edges.ts'
import { removeNodes, renameNode, setNode } from '../edit/nodes.ts'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { graph, set } from '../testing/documents.ts'
import { describeConflict, type MergeChoices } from './conflicts.ts'
import { mergeDocuments } from './merge-documents.ts'

const model = (text: string, more: Partial<GraphNode> = {}) =>
  ({
    kind: 'model',
    model: { connection: 'demo', name: 'demo-1' },
    prompt: { messages: [{ role: 'user', text }] },
    ...more,
  }) as GraphNode
const base = graph({
  state: { topic: { type: 'string' }, notes: { type: 'array' } },
  nodes: { plan: model('Plan {{topic}}'), write: model('Write', { title: 'Write' }) },
  edges: ['start > plan', 'plan > write', 'write > end'],
})
const told = (ours: GraphDocument, theirs: GraphDocument) =>
  mergeDocuments(base, ours, theirs).conflicts.map(describeConflict)
const renamed = (from: string, to: string, document = base) => {
  const edit = renameNode(document, from, to)
  if (!edit.ok) throw new Error('refused')
  return edit.document
}
const retargeted = (to: string, document = base) => {
  const edit = connect(disconnect(document, 1), { from: 'plan', to })
  if (!edit.ok) throw new Error('refused')
  return edit.document
}

describe('mergeDocuments merges without a conflict', () => {
  test('two fields of one node', () => {
    const ours = setNode(base, 'plan', model('Plan {{topic}} well'))
    const theirs = setNode(base, 'plan', model('Plan {{topic}}', { timeoutMs: 5 }))

    const { document, conflicts } = mergeDocuments(base, ours, theirs)

    expect(conflicts).toEqual([])
    expect(document.nodes['plan']).toEqual(model('Plan {{topic}} well', { timeoutMs: 5 }))
  })

  test('a message inserted before a changed one', () => {
    const system = { role: 'system', text: 'Be brief' }
    const two = (text: string) =>
      model('', { prompt: { messages: [system, { role: 'user', text }] } } as Partial<GraphNode>)
    const ours = setNode(base, 'plan', two('Plan {{topic}}'))
    const theirs = setNode(base, 'plan', model('Plan {{topic}} well'))

    expect(mergeDocuments(base, ours, theirs)).toMatchObject({
      conflicts: [],
      document: { nodes: { plan: two('Plan {{topic}} well') } },
    })
  })

  test('a node renamed on our side and changed on the other side', () => {
    const theirs = setNode(base, 'plan', model('Plan {{topic}} well'))

    const { document, conflicts } = mergeDocuments(base, renamed('plan', 'outline'), theirs)

    expect(conflicts).toEqual([])
    expect(document.nodes).toEqual({
      outline: model('Plan {{topic}} well'),
      write: base.nodes['write'],
    })
    expect(document.edges).toEqual(renamed('plan', 'outline').edges)
  })

  test('names that both sides added to one list', () => {
    const { document, conflicts } = mergeDocuments(
      base,
      { ...base, output: ['notes'] },
      { ...base, output: ['topic'] },
    )

    expect(conflicts).toEqual([])
    expect(document.output).toEqual(['notes', 'topic'])
  })

  test('notes and positions of both sides', () => {
    const note = (text: string, x: number) => ({
      notes: [{ text, at: [0, 0] as [number, number] }],
      layout: { [text]: [x, 0] as [number, number] },
    })
    const { document } = mergeDocuments(
      base,
      { ...base, ...note('plan', 1) },
      { ...base, ...note('write', 2) },
    )

    expect(document.notes.map(({ text }) => text)).toEqual(['plan', 'write'])
    expect(document.layout).toEqual({ plan: [1, 0], write: [2, 0] })
  })
})

describe('mergeDocuments', () => {
  test('reports a conflict for a field both sides changed, which the choice resolves', () => {
    const ours = setNode(base, 'plan', model('Ours'))
    const theirs = setNode(base, 'plan', model('Theirs'))

    const { document, conflicts } = mergeDocuments(base, ours, theirs)

    expect(conflicts).toEqual([
      {
        key: 'nodes.plan.prompt.messages.0.text',
        path: ['nodes', 'plan', 'prompt', 'messages', '0', 'text'],
        base: 'Plan {{topic}}',
        ours: 'Ours',
        theirs: 'Theirs',
      },
    ])
    expect(document).toEqual(ours)
    const choices: MergeChoices = { 'nodes.plan.prompt.messages.0.text': 'theirs' }
    expect(mergeDocuments(base, ours, theirs, choices).document).toEqual(theirs)
  })

  test('reports a conflict for a deleted node that the other side changed', () => {
    const ours = removeNodes(base, ['write'], { reconnect: true })
    const theirs = setNode(base, 'write', model('Write well'))
    const { document, conflicts } = mergeDocuments(base, ours, theirs)

    expect(conflicts.map(describeConflict)).toEqual(['node `write`'])
    expect(document).toEqual(ours)
    const kept = mergeDocuments(base, ours, theirs, { 'nodes.write': 'theirs' }).document
    expect(kept.nodes).toEqual(theirs.nodes)
    expect(kept.edges).toEqual(expect.arrayContaining(base.edges))
  })

  test('reports a conflict for a deleted node that the other side connected', () => {
    const ours = removeNodes(base, ['write'])
    const theirs = { ...base, edges: [...base.edges, { from: 'start', to: 'write' }] }

    expect(told(ours, theirs)).toEqual(['node `write`'])
    expect(mergeDocuments(base, ours, theirs, { 'nodes.write': 'theirs' }).document).toEqual(theirs)
  })

  test('reports a conflict for an edge that both sides redirected', () => {
    const other = { ...base, nodes: { ...base.nodes, x: set({}), y: set({}) } }
    const { conflicts, document } = mergeDocuments(
      other,
      retargeted('x', other),
      retargeted('y', other),
    )

    expect(conflicts.map(describeConflict)).toEqual(['the edge from `plan`'])
    expect(document.edges.filter(({ from }) => from === 'plan')).toEqual([
      { from: 'plan', to: 'x' },
    ])
  })

  test('reports a conflict for a node that both sides renamed differently', () => {
    expect(told(renamed('plan', 'outline'), renamed('plan', 'sketch'))).toEqual([
      'id of node `plan`',
    ])
  })

  test('reports a conflict for a value whose form one side changed', () => {
    const before = { ...base, nodes: { s: set({ notes: 'a' }) }, edges: [] }
    const { document, conflicts } = mergeDocuments(
      before,
      { ...before, nodes: { s: set({ notes: '= topic' }) } },
      { ...before, nodes: { s: set({ notes: 'b' }) } },
    )

    expect(conflicts.map(describeConflict)).toEqual(['values.notes of node `s`'])
    expect(document.nodes['s']).toEqual(set({ notes: '= topic' }))
  })
})

const anyDocument = fc.oneof(soundDocument, wildDocument)

test('merging with an unchanged side returns the other side', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, (before, after) => {
      expect(mergeDocuments(before, after, before)).toEqual({ document: after, conflicts: [] })
      expect(mergeDocuments(before, before, after)).toEqual({ document: after, conflicts: [] })
      expect(mergeDocuments(before, after, after)).toEqual({ document: after, conflicts: [] })
    }),
  )
})

test('changes of different nodes and channels merge without conflict', () => {
  fc.assert(
    fc.property(soundDocument, fc.string(), fc.string(), (document, title, description) => {
      const [first = '', second] = Object.keys(document.nodes)
      const one = document.nodes[first]
      const two = second === undefined ? undefined : document.nodes[second]
      if (!one || !two || second === undefined) return
      const [mine, other] = [
        { ...one, title },
        { ...two, description },
      ]
      const ours = setNode(document, first, mine)
      const theirs = {
        ...setNode(document, second, other),
        state: { ...document.state, fresh: { type: 'number' as const } },
      }

      const { document: merged, conflicts } = mergeDocuments(document, ours, theirs)

      expect(conflicts).toEqual([])
      expect(merged).toEqual({
        ...theirs,
        nodes: { ...document.nodes, [first]: mine, [second]: other },
      })
    }),
  )
})

test('swapping the sides swaps the conflicts and keeps the document', () => {
  fc.assert(
    fc.property(anyDocument, anyDocument, anyDocument, (before, ours, theirs) => {
      const here = mergeDocuments(before, ours, theirs)
      const all = Object.fromEntries(here.conflicts.map(({ key }) => [key, 'theirs' as const]))
      const there = mergeDocuments(before, theirs, ours, all)

      const turned = there.conflicts.map((each) => ({
        ...each,
        ours: each.theirs,
        theirs: each.ours,
      }))
      const byKey = (list: typeof turned) => list.toSorted((a, b) => (a.key < b.key ? -1 : 1))
      expect(byKey(turned)).toEqual(byKey(here.conflicts))
      expect(hashDocument(there.document)).toBe(hashDocument(here.document))
    }),
    { numRuns: 500 },
  )
})

test('any choice produces a valid document, and each conflict has a unique key', () => {
  fc.assert(
    fc.property(
      anyDocument,
      anyDocument,
      anyDocument,
      fc.boolean(),
      (before, ours, theirs, odd) => {
        const { conflicts } = mergeDocuments(before, ours, theirs)
        const choices = Object.fromEntries(
          conflicts.map(({ key }, index) => [
            key,
            (index % 2 === 0) === odd ? ('ours' as const) : ('theirs' as const),
          ]),
        )

        const { document } = mergeDocuments(before, ours, theirs, choices)

        expect(GraphDocument.safeParse(document).error).toBeUndefined()
        expect(new Set(conflicts.map(({ key }) => key)).size).toBe(conflicts.length)
        expect(conflicts.some((each) => isSameJson(each.ours, each.theirs))).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})
