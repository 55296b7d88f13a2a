import { GraphDocument, type Template } from '@lathe/contract'

/** An expression for the text of the newest message, whose content is text or a list of parts. */
export const LAST_MESSAGE =
  "[messages.at(-1)?.content ?? ''].flat().map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('\\n')"

type TemplateSource = Omit<Template, 'document'> & { document: unknown }

/** Fills in what a document may leave out, and refuses one that is not a document at all. */
export const template = ({ document, ...rest }: TemplateSource): Template => ({
  ...rest,
  document: GraphDocument.parse(document),
})
