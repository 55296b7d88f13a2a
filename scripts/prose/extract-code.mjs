// Extracts prose and names from one TypeScript or JavaScript file.
//
// A unit is { kind, file, line, endLine, text } for prose, and additionally { role, isExported } for names.

const TEST_FUNCTION = /^(it|test|describe|suite|bench)/
const UI_PROP =
  /^(label|title|placeholder|aria-?label|aria-?description|alt|description|message|hint|tooltip|help|helperText|heading|subtitle|caption|text|summary|empty|emptyText|confirm|confirmLabel|note|legend)$/i
const MESSAGE_PROP = /^(message|error|reason|hint|detail|details|description)$/
const ERROR_CALL =
  /(errors?\.|error$|exception$|refus|reject|fail|invariant|assert|abort|badRequest|invalid|notFound|unsupported|noSuch|unreadable|console\.(error|warn|info|log)|log(ger)?\.(error|warn|info|debug)|addIssue)/i
const INLINE_TAG = /^(b|strong|em|i|code|kbd|a|span|u|small|Anchor|Link|Code|Kbd|Text|Mark|Trans)$/
const DIRECTIVE =
  /^\s*(eslint|oxlint|biome|prettier|tslint|deno-|@ts-|ts-|c8 |v8 |istanbul|webpack|#|@__|@vite|@jsx|noinspection|cspell|codespell|@?type[- ]?check|\/\s*<reference|region|endregion|@license|@preserve|!|=+$|-+$|knip|dprint|nosemgrep|@public$|@internal$)/i

/** Extracts all units of a file. `isTest` and `isUi` say which kinds its strings may have. */
export function extractCode(parseSync, file, source, { isTest, isUi }) {
  const parsed = parseSync(file, source)
  const lineAt = lineFinder(source)
  const units = []
  const add = (kind, node, text, extra) => {
    if (typeof text !== 'string' || !/[A-Za-z]{2}/.test(text)) return
    units.push({ kind, file, line: lineAt(node.start), endLine: lineAt(node.end), text, ...extra })
  }

  for (const comment of groupComments(parsed.comments, source, lineAt)) {
    for (const piece of proseParts(comment)) {
      units.push({
        kind: comment.isDoc ? 'docstring' : 'comment',
        file,
        line: comment.line + piece.lineOffset,
        endLine: comment.line + piece.lineOffset + piece.text.split('\n').length - 1,
        text: piece.text,
      })
    }
  }

  const handled = new Set()
  visit(parsed.program, [], (node, parents) => {
    const parent = parents[parents.length - 1]
    if (node.type === 'CallExpression') {
      const name = calleeName(node.callee)
      const isEach =
        node.callee.type === 'CallExpression' || node.callee.type === 'TaggedTemplateExpression'
      if (isTest && TEST_FUNCTION.test(name) && node.arguments.length > 1) {
        const title = literalText(node.arguments[0])
        if (title !== null && !handled.has(node.arguments[0])) {
          handled.add(node.arguments[0])
          if (!/\.each$|\.for$/.test(name) || isEach)
            add('test', node.arguments[0], title, {
              role: /^(describe|suite)/.test(name) ? 'group' : 'case',
            })
        }
      } else if (!isTest && ERROR_CALL.test(name)) addMessages(node.arguments)
    }
    if (
      node.type === 'NewExpression' &&
      !isTest &&
      /(Error|Exception|Failure|Refus\w*|Problem|Unreadable|Invalid\w*)$/.test(
        calleeName(node.callee),
      )
    )
      addMessages(node.arguments)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') addJsx(node)
    if (node.type === 'JSXAttribute' && !isTest && UI_PROP.test(jsxName(node.name))) {
      const value =
        node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
      for (const literal of findLiterals(value)) addOnce('ui', literal)
    }
    if (node.type === 'Property' && !isTest && !node.computed) {
      const key = node.key.name ?? node.key.value
      if (isUi && UI_PROP.test(key))
        for (const literal of findLiterals(node.value)) addOnce('ui', literal, looksLikeText)
      else if (!isUi && MESSAGE_PROP.test(key))
        for (const literal of findLiterals(node.value)) addOnce('error', literal, looksLikeText)
    }
    if (
      isUi &&
      !isTest &&
      (node.type === 'Literal' || node.type === 'TemplateLiteral') &&
      parent?.type !== 'ImportDeclaration'
    )
      addOnce('ui', node, looksLikeSentence)
    if (!isTest) addNames(node, parents)
  })
  return { units, lines: source.split('\n').length, errors: parsed.errors.length }

  function addOnce(kind, node, accept = () => true) {
    if (handled.has(node)) return
    const text = literalText(node)
    if (text === null || !accept(text)) return
    handled.add(node)
    add(kind, node, text)
  }

  function addMessages(args) {
    for (const argument of args) {
      if (argument.type === 'ObjectExpression') {
        for (const property of argument.properties) {
          if (
            property.type === 'Property' &&
            MESSAGE_PROP.test(property.key.name ?? property.key.value)
          )
            for (const literal of findLiterals(property.value))
              addOnce('error', literal, looksLikeText)
        }
      } else for (const literal of findLiterals(argument)) addOnce('error', literal, looksLikeText)
    }
  }

  function addJsx(element) {
    if (isTest || handled.has(element)) return
    let text = ''
    let first = null
    const flush = () => {
      if (first && /[A-Za-z]{2}/.test(text.replaceAll('CODE', '')))
        add('ui', first, text.replace(/\s+/g, ' ').trim())
      text = ''
      first = null
    }
    collect(element)
    flush()

    function collect(node) {
      for (const child of node.children) {
        if (child.type === 'JSXText') {
          if (child.value.trim()) first ??= textNode(child)
          text += decodeEntities(child.value)
        } else if (child.type === 'JSXExpressionContainer') {
          const literal = literalText(child.expression)
          if (literal !== null) {
            handled.add(child.expression)
            first ??= child
            text += literal
          } else {
            for (const inner of findLiterals(child.expression)) addOnce('ui', inner, looksLikeText)
            if (child.expression.type !== 'JSXEmptyExpression') text += ' CODE '
          }
        } else if (
          child.type === 'JSXElement' &&
          INLINE_TAG.test(jsxName(child.openingElement.name))
        ) {
          handled.add(child)
          if (jsxName(child.openingElement.name).toLowerCase() === 'code') text += ' CODE '
          else collect(child)
        } else flush()
      }
    }
    // A JSX text node begins with the line break after the tag; the unit begins at its first letter.
    function textNode(child) {
      return {
        start: child.start + (child.value.length - child.value.trimStart().length),
        end: child.end,
      }
    }
  }

  function addNames(node, parents) {
    const parent = parents[parents.length - 1]
    const isTop =
      parents.length === 1 || (parents.length === 2 && parent.type === 'ExportNamedDeclaration')
    const isExported =
      isTop &&
      (parent.type === 'ExportNamedDeclaration' || parent.type === 'ExportDefaultDeclaration')
    const name = (id, role, exported = false) => {
      if (id?.type === 'Identifier' || id?.type === 'PrivateIdentifier')
        add('name', id, id.name, { role, isExported: exported })
      else if (id?.type === 'AssignmentPattern') name(id.left, role, exported)
      else if (id?.type === 'RestElement') name(id.argument, role, exported)
      else if (id?.type === 'ArrayPattern')
        for (const element of id.elements) name(element, role, exported)
      else if (id?.type === 'ObjectPattern')
        for (const property of id.properties)
          if (property.type === 'Property' && !property.shorthand)
            name(property.value, role, exported)
    }
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        name(node.id, 'function', isExported)
        params(node)
        break
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        params(node)
        break
      case 'ClassDeclaration':
        name(node.id, 'class', isExported)
        break
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSEnumDeclaration':
        name(node.id, 'type', isExported)
        break
      case 'VariableDeclarator': {
        const declaration = parents[parents.length - 1]
        const outer = parents[parents.length - 2]
        const exported = outer?.type === 'ExportNamedDeclaration'
        const isFunction =
          node.init?.type === 'ArrowFunctionExpression' || node.init?.type === 'FunctionExpression'
        if (declaration.type === 'VariableDeclaration')
          name(node.id, isFunction ? 'function' : 'variable', exported)
        break
      }
      case 'MethodDefinition':
        if (!node.computed && node.kind !== 'constructor') name(node.key, 'method')
        break
      case 'PropertyDefinition':
      case 'TSPropertySignature':
        if (!node.computed) name(node.key, 'member')
        break
      case 'TSMethodSignature':
        if (!node.computed) name(node.key, 'method')
        break
    }
    function params(fn) {
      for (const parameter of fn.params ?? [])
        name(
          parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter,
          'parameter',
        )
    }
  }
}

function visit(node, parents, enter) {
  enter(node, parents)
  parents.push(node)
  for (const key in node) {
    const value = node[key]
    if (value === null || typeof value !== 'object') continue
    if (Array.isArray(value)) {
      for (const item of value)
        if (item && typeof item.type === 'string') visit(item, parents, enter)
    } else if (typeof value.type === 'string') visit(value, parents, enter)
  }
  parents.pop()
}

/** Text of a literal or template, with `X` for each substitution; null for anything else. */
function literalText(node) {
  if (!node) return null
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral')
    return node.quasis.map((quasi) => quasi.value.cooked ?? quasi.value.raw).join('X')
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const left = literalText(node.left)
    const right = literalText(node.right)
    return left === null && right === null ? null : `${left ?? 'X'}${right ?? 'X'}`
  }
  return null
}

/** Literals that a value can become: through conditions, fallbacks, parentheses and arrow functions. */
function* findLiterals(node) {
  if (!node) return
  switch (node.type) {
    case 'Literal':
    case 'TemplateLiteral':
      if (literalText(node) !== null) yield node
      return
    case 'BinaryExpression':
      if (literalText(node) !== null) yield node
      return
    case 'ConditionalExpression':
      yield* findLiterals(node.consequent)
      yield* findLiterals(node.alternate)
      return
    case 'LogicalExpression':
      yield* findLiterals(node.left)
      yield* findLiterals(node.right)
      return
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'JSXExpressionContainer':
      yield* findLiterals(node.expression)
      return
    case 'ArrowFunctionExpression':
      if (node.expression) yield* findLiterals(node.body)
  }
}

const looksLikeText = (text) =>
  /[A-Za-z]{2}/.test(text) && (/\S\s+\S/.test(text) || /^[A-Z][a-z]/.test(text))
const looksLikeSentence = (text) =>
  /^[A-Z][a-z'’]*[,]?(\s+[\w'’`“”"(){}[\]%,:;/–—-]+){2,}[.?!…]?/.test(text) &&
  !/[{};]\s*$|=>|\bSELECT\b/.test(text)

function calleeName(callee) {
  switch (callee?.type) {
    case 'Identifier':
      return callee.name
    case 'MemberExpression':
      return `${calleeName(callee.object)}.${callee.property.name ?? ''}`
    case 'CallExpression':
      return calleeName(callee.callee)
    case 'TaggedTemplateExpression':
      return calleeName(callee.tag)
    case 'ThisExpression':
      return 'this'
    default:
      return ''
  }
}

const jsxName = (name) =>
  name.type === 'JSXMemberExpression'
    ? name.property.name
    : name.type === 'JSXNamespacedName'
      ? name.name.name
      : name.name

const ENTITIES = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  '#39': "'",
}
const decodeEntities = (text) =>
  text.replace(/&(#?\w+);/g, (entity, name) => ENTITIES[name] ?? entity)

function lineFinder(source) {
  const starts = [0]
  for (
    let lineBreak = source.indexOf('\n');
    lineBreak !== -1;
    lineBreak = source.indexOf('\n', lineBreak + 1)
  )
    starts.push(lineBreak + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** Joins `//` comments on consecutive lines into one, and strips comment marks. */
function groupComments(comments, source, lineAt) {
  const groups = []
  let open = null
  for (const comment of comments) {
    const line = lineAt(comment.start)
    if (comment.type === 'Block') {
      open = null
      const isDoc = comment.value.startsWith('*')
      const text = comment.value
        .replace(/^\*+/, '')
        .split('\n')
        .map((row) => row.replace(/^\s*\*? ?/, ''))
        .join('\n')
      groups.push({ isDoc, line, text })
      continue
    }
    const isAlone =
      source.slice(source.lastIndexOf('\n', comment.start - 1) + 1, comment.start).trim() === ''
    const text = comment.value.replace(/^\/+/, '')
    if (DIRECTIVE.test(text)) {
      open = null
      continue
    }
    if (open && isAlone && line === open.last + 1) {
      open.text += `\n${text.replace(/^ /, '')}`
      open.last = line
    } else {
      open = { isDoc: false, line, last: line, text: text.replace(/^ /, '') }
      groups.push(open)
      if (!isAlone) open = null
    }
  }
  return groups.filter(
    ({ text }) =>
      !DIRECTIVE.test(text) &&
      !/copyright|licensed under|spdx-license|permission is hereby/i.test(text) &&
      !looksLikeCode(text),
  )
}

function looksLikeCode(text) {
  const rows = text.split('\n').filter((row) => row.trim())
  const code = rows.filter((row) =>
    /[;{}]\s*$|=>|^\s*[)\]}<]|^\s*(import|export|const|let|var|return|await|if \(|for \(|expect|console\.|function|throw)\b.*[=(]|^\s*\w+(\.\w+)*\(.*\)?[,;]?\s*$|^\s*[\w"']+\??:\s.*,\s*$|===|&&|\|\|/.test(
      row,
    ),
  )
  return rows.length > 0 && code.length / rows.length >= 0.5
}

/** Pieces of a comment that are prose: the description, and the descriptions of tags. Code examples are left out. */
function proseParts({ text, isDoc }) {
  let isCode = false
  let isSkipped = false
  const pieces = []
  let current = null
  text.split('\n').forEach((row, lineOffset) => {
    if (/^\s*(```|~~~)/.test(row)) {
      isCode = !isCode
      current = null
      return
    }
    if (isCode) return
    const tag = isDoc ? /^\s*@(\w+)\s*(.*)$/.exec(row) : null
    if (tag) {
      isSkipped =
        /^(example|see|link|author|license|module|template|type|typedef|category|group|since|version|default|defaultValue|inheritdoc)/i.test(
          tag[1],
        )
      const description = tag[2]
        .replace(/^\{[^}]*\}\s*/, '')
        .replace(tag[1] === 'param' ? /^[\w.[\]$="' ]*?\s+-\s+|^[\w.[\]$]+\s*/ : /^-\s+/, '')
      current = null
      if (!isSkipped && description.trim()) {
        current = { lineOffset, text: description }
        pieces.push(current)
      }
      return
    }
    if (isSkipped) return
    if (current) current.text += `\n${row}`
    else if (row.trim()) {
      current = { lineOffset, text: row }
      pieces.push(current)
    }
  })
  return pieces.filter((piece) => !looksLikeCode(piece.text))
}
