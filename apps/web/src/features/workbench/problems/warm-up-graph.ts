import type { GraphDocument, GraphEdge, GraphNode } from '@lathe/contract'

const GROUPS = 60

/** Creates a large graph for warming up the check: the browser then compiles its functions. */
export function createWarmUpGraph(): GraphDocument {
  const nodes: Record<string, GraphNode> = {}
  const edges: GraphEdge[] = [{ from: 'start', to: 'say0' }]
  for (let group = 0; group < GROUPS; group += 1) {
    const [askNode, set, code, branch] = ['say', 'set', 'code', 'branch'].map(
      (kind) => kind + group,
    )
    if (!askNode || !set || !code || !branch) continue
    nodes[askNode] = {
      kind: 'model',
      model: { connection: 'demo', name: 'demo-1' },
      prompt: {
        messages: [
          { role: 'system', text: `You are step ${group}. Be brief.` },
          { role: 'user', text: `{{topic}}\n{{#notes}}\n- {{.}}\n{{/notes}} ${group}` },
        ],
      },
      output: { text: 'topic' },
    }
    nodes[set] = {
      kind: 'set',
      values: {
        topic: { template: `${group}: {{topic}}` },
        count: { expression: `count + ${group} * notes.length` },
      },
    }
    nodes[code] = {
      kind: 'code',
      code: `const { notes, count } = state\nconst long = notes.filter((note) => note.length > ${group})\nreturn { count: count + long.length }`,
      writes: ['count'],
    }
    nodes[branch] = {
      kind: 'branch',
      decide: {
        by: 'rules',
        rules: [
          { port: 'again', when: `notes.some((note) => note.includes('${group}'))` },
          { port: 'over', when: `count > ${group} && topic !== ''` },
        ],
      },
      else: 'on',
    }
    edges.push(
      { from: askNode, to: set },
      { from: set, to: code },
      { from: code, to: branch },
      { from: branch, when: 'again', to: askNode, max: 2 },
      { from: branch, when: 'over', to: 'end' },
      { from: branch, when: 'on', to: group === GROUPS - 1 ? 'end' : `say${group + 1}` },
    )
  }
  return {
    format: 1,
    state: {
      topic: { type: 'string' },
      count: { type: 'number', default: 0 },
      notes: { type: 'array', reducer: 'append' },
    },
    input: ['topic'],
    output: ['topic'],
    nodes,
    edges,
    layout: {},
    notes: [],
  }
}
