import { template } from './template.ts'

const model = { connection: 'demo', name: 'demo-1', temperature: 0 }

const EXAMPLE = `The night train service between the two capitals was restarted in May after eleven years. In its first six months the train carried 84,000 passengers, a third more than the railway had planned for. Most of them booked a bed rather than a seat.

Punctuality was the weak point. Only 71 percent of the trains arrived within fifteen minutes of the timetable, because freight trains had priority on the single track near the border. The railway has agreed with its neighbour that night trains go first from January.

The beds themselves were praised. In a survey of 2,300 passengers, nine in ten called the new compartments quiet and clean, and the breakfast was mentioned more often than any other part of the journey. Complaints were about the price of a single compartment.

The service still costs more than it earns. Tickets cover 82 percent of the costs, and the rest is paid by the two countries until the end of next year. The railway expects to break even with a second train set, which would allow a departure every evening.`

export const mapReduceTemplate = template({
  slug: 'map-reduce',
  name: 'Map-reduce summary',
  description:
    'Splits a long text into parts, summarises them in parallel, and joins the results into one summary, in order.',
  concepts: [
    'a fan-out over a computed list',
    'a join by a reducer',
    'retries for many calls at once',
    'a code step at either end',
  ],
  example: { text: EXAMPLE },
  document: {
    format: 1,
    state: {
      text: { type: 'string', description: 'A long text with empty lines between paragraphs' },
      parts: { type: 'array', items: { type: 'string' }, default: [] },
      points: {
        type: 'array',
        items: { type: 'string' },
        reducer: 'append',
        default: [],
        description:
          'One entry per part, in the order of the parts regardless of which finishes first',
      },
      summary: { type: 'string', default: '' },
      shortened: {
        type: 'object',
        default: {},
        description: 'Word counts before and after',
      },
    },
    input: ['text'],
    output: ['summary', 'shortened'],
    nodes: {
      split: {
        kind: 'code',
        title: 'Split',
        description: 'Whole paragraphs, up to 80 words per part.',
        code: `const words = (text) => text.split(/\\s+/).filter(Boolean).length
const parts = []
for (const paragraph of state.text.split(/\\n\\s*\\n/)) {
  if (words(paragraph) === 0) continue
  const last = parts.at(-1)
  if (last !== undefined && words(last) + words(paragraph) <= 80) parts[parts.length - 1] = last + '\\n\\n' + paragraph.trim()
  else parts.push(paragraph.trim())
}
return { parts }`,
        writes: ['parts'],
      },
      map: {
        kind: 'model',
        title: 'Summarise a part',
        description: 'One copy per part, in parallel.',
        timeoutMs: 60_000,
        retry: { attempts: 3, initialMs: 500, factor: 2, maxMs: 5_000 },
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Summarise the passage in two sentences. Keep figures as they are and add nothing.',
            },
            { role: 'user', text: 'Passage:\n{{part}}' },
          ],
        },
        output: { text: 'points' },
      },
      reduce: {
        kind: 'model',
        title: 'Join',
        model,
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Summarise the notes in at most six sentences of running text. Keep their order, and say nothing twice.',
            },
            { role: 'user', text: 'Notes:\n{{#points}}\n- {{.}}\n{{/points}}' },
          ],
        },
        output: { text: 'summary' },
      },
      measure: {
        kind: 'code',
        title: 'Measure',
        description: 'Compares the word counts.',
        code: `const words = (text) => text.split(/\\s+/).filter(Boolean).length
return { shortened: { parts: state.parts.length, from: words(state.text), to: words(state.summary) } }`,
        writes: ['shortened'],
      },
    },
    edges: [
      { from: 'start', to: 'split' },
      { from: 'split', to: 'map', each: { of: 'parts', as: 'part', max: 20 } },
      { from: 'map', to: 'reduce' },
      { from: 'reduce', to: 'measure' },
      { from: 'measure', to: 'end' },
    ],
    layout: {
      start: [0, 0],
      split: [230, 0],
      map: [500, 0],
      reduce: [770, 0],
      measure: [1040, 0],
      end: [1310, 0],
    },
    notes: [
      {
        text: 'The list is made while the graph runs, so this edge sends one copy of its target for each element; at most 20, which is also what the estimate counts with.',
        at: [230, 110],
      },
      {
        text: 'All copies run in one superstep and write the same channel. That is no conflict, because its reducer appends.',
        at: [500, 110],
      },
      {
        text: 'A plain edge after a fan-out is the join: this node runs once, when the last copy is done.',
        at: [770, 110],
      },
    ],
  },
})
