import type { Brief } from '../answer/brief.ts'
import { taskOf } from '../answer/task.ts'
import type { Draft } from '../style/draft.ts'
import { chat } from './chat.ts'
import { classify, extract, ideas, literal, poem } from './forms.ts'
import { describeImages } from './images.ts'
import { letter } from './letter.ts'
import { questions } from './questions.ts'
import { report } from './report.ts'
import { review } from './review.ts'
import { summarise } from './summarise.ts'
import { answerWithResults } from './tool-results.ts'
import { translate } from './translate.ts'

/** What to say in free text. */
export function compose(brief: Brief): Draft {
  const { endsWithTool, images } = brief.conversation
  if (endsWithTool) return images.length > 0 ? describeImages(brief) : answerWithResults(brief)
  switch (taskOf(brief)) {
    case 'literal':
      return literal(brief) ?? chat(brief)
    case 'review':
      return review(brief)
    case 'classify':
      return classify(brief) ?? chat(brief)
    case 'letter':
      return letter(brief)
    case 'report':
      return report(brief)
    case 'summarise':
      return summarise(brief)
    case 'extract':
      return extract(brief)
    case 'translate':
      return translate(brief)
    case 'questions':
      return questions(brief)
    case 'ideas':
      return ideas(brief)
    case 'poem':
      return poem(brief)
    default:
      return chat(brief)
  }
}
