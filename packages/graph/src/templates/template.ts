import { GraphDocument, type Template } from '@lathe/contract'

/** An expression for the text of the newest message, whose content is a text or a list of parts. */
export const LAST_MESSAGE =
  "[messages.at(-1)?.content ?? ''].flat().map((part) => (typeof part === 'string' ? part : (part.text ?? ''))).join('\\n')"

type TemplateSource = Omit<Template, 'document'> & { document: unknown }

/** Fills in defaults of a template's document and throws if it is invalid. */
export const template = ({ document, ...rest }: TemplateSource): Template => ({
  ...rest,
  document: GraphDocument.parse(document),
})
