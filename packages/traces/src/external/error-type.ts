/** Classes that say more than that there was an error, at the beginning of a line. */
const CLASS =
  /^(?:[\w$]+\.)*([A-Z][\w$]*(?:Error|Exception|Interrupt|Timeout|Warning|Exit))(?=[:(]|\s*$)/m

/** A class is named at the head, in the first line of a stack or the last of a traceback. */
const LONGEST = 20_000

export const errorTypeIn = (text: string): string | undefined =>
  CLASS.exec(text.slice(0, LONGEST))?.[1]
