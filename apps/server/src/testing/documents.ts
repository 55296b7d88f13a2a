import { GraphDocument } from '@lathe/contract'

/** One node that writes `text` to the channel `answer`: the smallest document without a problem. */
export const settingDocument = (text = 'done'): GraphDocument =>
  GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: { reply: { kind: 'set', values: { answer: { template: `${text}: {{question}}` } } } },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
  })

/** The same with an edge that leads nowhere. */
export const brokenDocument = (): GraphDocument => {
  const document = settingDocument()
  return { ...document, edges: [...document.edges, { from: 'reply', to: 'nowhere' }] }
}
