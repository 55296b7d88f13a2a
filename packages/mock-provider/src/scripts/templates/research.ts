import { textAnswer } from '../../answers/answer.ts'
import { json, readList, readSection, type TemplateScript } from './template-script.ts'

const EXAMPLE_QUESTIONS = [
  'What is the state of a LangGraph graph?',
  'What does a checkpoint contain?',
  'What does a thread keep between runs?',
]

const ADVICE = 'Begin with a title, and end with one sentence that sums the report up.'

export const researchScript: TemplateScript = [
  {
    system: /^You plan research\b/,
    answer({ question }) {
      const topic = readSection(question, 'Topic')
      const questions = /LangGraph keeps the state/i.test(topic)
        ? EXAMPLE_QUESTIONS
        : [
            `What is known about ${topic}?`,
            `How does ${topic} work?`,
            `What limits does ${topic} have?`,
          ]
      return json({ questions })
    },
  },
  {
    system: /^You write short reports\b/,
    answer({ question }) {
      const topic = readSection(question, 'Topic')
      const notes = readList(readSection(question, 'Notes'))
      const body = [...new Set(notes)].join('\n\n')
      if (readSection(question, 'Review advice') === '') return textAnswer(body)
      const summary = `In short, the notes give ${notes.length} answers about “${topic}”.`
      return textAnswer(`# ${topic}\n\n${body}\n\n${summary}`)
    },
  },
  {
    system: /^You review reports\b/,
    answer({ question }) {
      const isRevised = readSection(question, 'Advice given before') !== ''
      return json(
        isRevised
          ? { verdict: 'good', advice: 'The advice was followed.' }
          : { verdict: 'revise', advice: ADVICE },
      )
    },
  },
]
