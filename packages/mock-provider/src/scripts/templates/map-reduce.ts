import { textAnswer } from '../../answers/answer.ts'
import { splitSentences } from '../../answers/keywords.ts'
import { readList, readSection, type TemplateScript } from './template-script.ts'

/** Summaries are excerpts: the first sentences, which introduce a passage. */
export const mapReduceScript: TemplateScript = [
  {
    system: /^Summarise the passage in two sentences\b/,
    answer: ({ question }) =>
      textAnswer(splitSentences(readSection(question, 'Passage')).slice(0, 2).join(' ')),
  },
  {
    system: /^Summarise the notes in at most six sentences\b/,
    answer({ question }) {
      const notes = readList(readSection(question, 'Notes'))
      const sentences = notes.flatMap((note) => splitSentences(note).slice(0, 2))
      return textAnswer(sentences.slice(0, 6).join(' ') || 'There are no notes.')
    },
  },
]
