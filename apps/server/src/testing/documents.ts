import { GraphDocument } from '@lathe/contract'

/** A node that writes `text` to the channel `answer`: the smallest valid document. */
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

/** A document with a dangling edge. */
export const brokenDocument = (): GraphDocument => {
  const document = settingDocument()
  return { ...document, edges: [...document.edges, { from: 'reply', to: 'nowhere' }] }
}
