import { keywords } from '../text/words.ts'
import type { Field } from './field.ts'
import { fieldStems, speaksOf } from './field.ts'
import { labelledValue } from './labelled.ts'
import type { Filled, Material } from './material.ts'
import { found } from './material.ts'
import { defaultLabel, rankLabels, verdictsAmong, waysOnAmong } from './meanings.ts'

/** The value of an enum that says best what the text says. */
export function chooseEnum(values: readonly unknown[], field: Field, material: Material): Filled {
  const labels = values.filter((value) => typeof value === 'string')
  if (labels.length === 0)
    return { value: values[material.position % values.length], isFound: false }

  const handedTo = material.writer.handoff(labels)
  if (handedTo !== undefined) return found(handedTo)
  const goesOn = waysOnAmong(labels)
  const reflection = goesOn && material.writer.reflection()
  if (reflection) return found(reflection.isDone ? goesOn.done : goesOn.more)

  const verdicts = verdictsAmong(labels)
  if (verdicts) return found(material.writer.review().isGood ? verdicts.good : verdicts.bad)

  const stated = labelledValue(material.text, field)?.toLowerCase()
  const exact = labels.find((label) => label.toLowerCase() === stated)
  if (exact !== undefined && material.position === 0) return found(exact)

  const about = `${material.instructions}\n${field.description}`
  const ranked = rankLabels(labels, material.text, about)
  const choice = ranked[material.position % ranked.length]
  if (choice && (choice.score > 0 || material.position > 0)) return found(choice.label)
  return { value: defaultLabel(labels) ?? labels[0], isFound: false }
}

const PASSES =
  /\b(?:pass|passed|good|approved?|accept|acceptable|correct|valid|ready|done|complete|satisfied|sufficient|enough)\b/
const FAILS =
  /\b(?:revise|revision|retry|reject|needs? (?:work|changes|revision)|incomplete|missing|again)\b/
const NEGATION =
  /\b(?:no|not|never|without|isn['’]?t|don['’]?t|doesn['’]?t|can['’]?t|cannot)\s+(?:\w+\s+){0,2}$/i

/** True when the text speaks of what the field is called after, and does not deny it. */
export function chooseBoolean(field: Field, material: Material): Filled {
  const reflection = speaksOf(field, PASSES) ? material.writer.reflection() : undefined
  if (reflection) return found(reflection.isDone)
  if (speaksOf(field, FAILS)) return found(!material.writer.review().isGood)
  if (speaksOf(field, PASSES)) return found(material.writer.review().isGood)

  const stated = labelledValue(material.text, field)
  if (stated !== undefined && /^(?:yes|true|y|no|false|n)\b/i.test(stated))
    return found(/^[yt]/i.test(stated))

  const wanted = new Set(fieldStems(field).filter((word) => !GENERIC.has(word)))
  const ranked = rankLabels(
    field.words.filter((word) => !GENERIC.has(word)),
    material.text,
    '',
  )
  const mention = [...material.text.matchAll(/[\p{L}\p{N}'’]+/gu)].find(([word]) =>
    keywords(word).some((stemmed) => wanted.has(stemmed)),
  )
  if (mention)
    return found(
      !NEGATION.test(material.text.slice(Math.max(0, mention.index - 40), mention.index)),
    )
  const isImplied = (ranked[0]?.score ?? 0) >= 2
  return { value: isImplied || material.position % 2 === 1, isFound: isImplied }
}

const GENERIC = new Set([
  'is',
  'has',
  'have',
  'can',
  'should',
  'need',
  'needs',
  'requires',
  'require',
  'whether',
  'true',
  'if',
  'customer',
  'user',
])
