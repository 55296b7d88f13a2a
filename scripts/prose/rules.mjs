// The habits that are counted. Each rule states its scope, how to find violations and how to rewrite them.
//
// { id, on, find(text, unit, index) -> matched text or null, hint }
// `on` lists the kinds of units; prose rules see one sentence at a time, and `index` is its number within the unit.
import { IMPERATIVE_VERBS } from './words.mjs'
import { wordCount } from './text.mjs'
import { match } from './match.mjs'
import { nameRules } from './name-rules.mjs'

const PROSE = ['comment', 'docstring', 'test', 'ui', 'error', 'markdown', 'commit']

const isQuestion = (text) => /\?["')\]]?$/.test(text)
const unlessQuestion = (find) => (text, unit, index) =>
  isQuestion(text) ? null : find(text, unit, index)

/**
 * Rules about sentences. Commit subjects are passed without their `type(scope):`.
 *
 * A strong rule makes a sentence odd by itself. A soft rule describes good English that is rare elsewhere and frequent in odd
 * prose: two different soft rules in one sentence make it odd. In test titles and errors one soft rule is enough.
 */
const strongRules = [
  [
    'starts-with-what',
    PROSE,
    unlessQuestion(
      match(
        /^What(ever)?\b/i,
        /^What(['’]s\b| to\b| if\b| you\b| we\b| I\b| happens\b| happened\b| changed\b| follows\b| this\b| does\b| is \w+$)|[:!]$|^(\S+\s+){0,2}\S+$/i,
      ),
    ),
    'Name the thing: subject, verb, object.',
  ],
  [
    'starts-with-who',
    PROSE,
    unlessQuestion(match(/^(Who|Whoever|Whom|Whose)\b/i, /^Who(se)? (can|should|is this)\b/i)),
    'Name the actor: "a client that…", "callers".',
  ],
  [
    'starts-with-of',
    PROSE,
    match(/^Of\b/i, /^Of (course|note|these|type)\b/i),
    'Put the noun first: "the first failed run", not "Of failed runs the first".',
  ],
  [
    'starts-with-as',
    PROSE,
    match(
      /^As (it|they|if|far|many|much|little|few|what|whole|one|he|she|that|those|whoever|nothing|nobody|early|late|old|good|often|large|\w+ as (it|they|the|a))\b/i,
      /^As ((many|much|far|early|late) as (possible|needed|I|we|you)|long as|soon as|well as)\b/i,
    ),
    'Begin with the subject.',
  ],
  [
    'starts-with-that',
    PROSE,
    match(
      /^That (it|they|an?|the|one|nobody|nothing|no|its|what|of|those|all|each|every|some|which|there|is what)\b/i,
    ),
    'Write a whole sentence.',
  ],
  [
    'starts-with-those',
    PROSE,
    match(
      /^(Those (that|of|who|which|with|without|whose|in|on(?!-)|at|from|to|for|not|are|were|have|had|may|an?|it|they)\b|The others?(?=[.,:;]| (is|are|was|were|has|have|of|that|two|goes|go)\b)|Others (are|were|that|of|in)\b|All that\b|All of (it|them)\b|None of (it|them|those)\b|Nobody\b|Somebody\b|Anybody\b|Nothing (of|that|else|is|was|has)\b)/i,
    ),
    'Name the thing: a pronoun has no noun here.',
  ],
  [
    'where-for-when',
    PROSE,
    match(/\b(null|undefined|none|nothing|empty|true|false|zero|absent|left out|omitted) where\b/i),
    'Write "if" or "when".',
  ],
  [
    'tell',
    PROSE,
    match(
      /\b(told|tells? (of|apart|so|it|them|what|which|nothing|whoever|on|by|as|how (many|much|far|long))|telling (of|apart))\b|^tells?\b/i,
      /\b(told|tell|tells) (them to|it to|me|us|you|typescript|ts|that the|the \w+ (to|that|it|how)|your|react|eslint|git|vite|jest|vitest|next|node)\b/i,
    ),
    'Use report, show, return, notify, distinguish.',
  ],
  [
    'somebody',
    PROSE,
    match(/\b(nobody|whoever|somebody|anybody|everybody|whomever)\b/i),
    'Name the caller, client, user or process.',
  ],
  [
    'anew',
    PROSE,
    match(/\banew\b|\bbesides(?=[.,;:)]|$)|, besides\b|\b(any more|meanwhile)(?=[.;:)]|$)/i),
    'Use again, also, in the meantime, no longer.',
  ],
  [
    'asked',
    PROSE,
    match(
      /\b(is|are|was|were|be|been|being|nobody|what|whoever|who|that|not|once|last|first|never|as|than|those|one) asked\b|\basked (for|about|again|anew|of|once|early|what|with)\b/i,
      /\b(frequently asked|(user|caller|customer|client|server|[Tt]hey|[Hh]e|[Ss]he|you|I|we) (was |were |will be |have |has |had )?(never )?asked|asked questions?)\b/i,
    ),
    'Use requested, queried, prompted.',
  ],
  [
    'taken',
    PROSE,
    match(
      /\b(taken (in|up|as|for|at|apart|whole|back|with|away|off|all|too|so|anew)|tak(e|es|ing) (apart|as it|as they|whole|for granted))\b/i,
      /\b(into account|care|action|precaution|screenshot|snapshot|place)\b/i,
    ),
    'Use ingest, accept, import, use, read.',
  ],
  [
    'go-on',
    PROSE,
    match(
      /\b(go|goes|going|went|gone) (on|round|without saying)\b(?! (with|here|the|every|each|which|whichever|top|here|sale|\w+ side|a (new|separate|single))\b)/i,
      /\bround-?trip/i,
    ),
    'Use continue, resume, proceed; for words, "is a prefix".',
  ],
  [
    'held-against',
    PROSE,
    match(/\b(held|holds?|holding) (\w+ )?against\b/i),
    'Use "compared with".',
  ],
  [
    'let-go',
    PROSE,
    match(/\b(let|lets|letting) (go of|go|in)\b/i, /\bselection ?key\b/i),
    'Use release, drop, accept, ignore.',
  ],
  [
    'come-to',
    PROSE,
    match(
      /\b(comes?|came|coming) (to (?!mind|an end|life|expect|the (same|conclusion))|of (it|this|that|them|what|a)\b|round\b|by its\b|upon\b|in twice\b|about\b)/i,
      /\b(when|if|time) (it )?comes to|has to come to|came to this/i,
    ),
    'Use amount to, result in, reach, arrive.',
  ],
  [
    'stand',
    PROSE,
    match(
      /\b(stands?|stood)( there| in| at| by| under| below| above| beside| before| after| alone| with| as| between| behind| among| over| first| last| next| empty| still)\b|\b(as|what|which|that|it|they|nothing) (stands?|stood)\b/i,
      /\b(stands? (for|on its own)|stand(s|ing)?[- ]in\b|where (it|this|that) stands|stand(s)? by\b)/i,
    ),
    'Use is, is stored, appears, remains.',
  ],
  [
    'looked-at',
    PROSE,
    match(
      /\b(is|are|was|were|be|been|being|not|never|anybody|nobody) looked (at|through|for|into|after|over|again)\b|\blooked at (again|anew|once|first|by|when|whenever)\b/i,
    ),
    'Use read, checked, searched, viewed.',
  ],
  [
    'way',
    PROSE,
    match(
      /\bways? (of (failures?|its)\b|into\b|there\b|round\b)|\b(its|their|whose|own|no|every|each) ways?\b(?! to\b)|\ba way (goes|that|back|in|out|from)\b|\bways (go|lead|end|meet|leave|cross|pass|back)\b/i,
      /\b(its way|no way|each way|ways? of \w+ing|in a way that|one-way)\b/i,
    ),
    'Use edge, branch, path; for queries, access path.',
  ],
  [
    'door',
    PROSE,
    match(
      /\bdoors?\b/i,
      /\b(back ?door|next door|front door|in ?doors?|out ?doors?|one-way door|open(s|ed)? the door)\b/i,
    ),
    'Use API, endpoint, receiver, adapter.',
  ],
  [
    'place',
    PROSE,
    match(
      /\b((the|a|that|this|whose|no) place(?! (for|to|where|we|you|in|that|on|at)\b)|of place|by place|the place (of|that))\b/i,
      /\b((take|takes|took|taking|taken) (its |the )?place|first place|in place|in the place|decimal place|place of residence)\b/i,
    ),
    'Use position, location, cursor, node, path.',
  ],
  [
    'is-no',
    PROSE,
    match(
      /(?<!\b(there|here) )\b(is|are|was|were) no (?!longer\b|more\b|different\b|need\b|way\b|such\b|one\b|guarantee\b|point\b|reason\b|\w+er\b|worse\b|less\b|\w+ (in|for|to|on|with|at|available|left|yet)\b)\w+|\b(is|are) none of no\b/i,
      /\b(there|which there|here|if) (is|are|was|were) (also |currently |still |not? )?no\b/i,
    ),
    'Write "is not a…", "there is no…", "does not exist".',
  ],
  [
    'comma-of',
    PROSE,
    match(/[;:,] of (?!course\b|which\b|CODE\b|type\b|the (form|session|same)\b)/i),
    'Put the noun first; "of" cannot open a clause.',
  ],
  [
    'who-clause',
    PROSE,
    unlessQuestion(
      match(
        /\b(to|by|of|for|from|with|than) who(ever|m)?\b(?! (is|are) (the|a|an)\b)/i,
        /\b(of|by|with|for|to|from) whom\b|, (by|for|to) whom/i,
      ),
    ),
    'Name the actor.',
  ],
  [
    'test-starts-with-copula',
    ['test'],
    (text, unit, index) =>
      index === 0 && unit.role === 'case'
        ? match(
            /^(are|were|may|come|comes|go|goes|stands?|tells?|says?|is (told|said|asked|taken|what|one|left|kept|read|known|held|none|looked)|had|nor)\b/i,
          )(text)
        : null,
    'Begin with a subject or a verb: "rejects…", "a deleted run returns 404".',
  ],
]

const softRules = [
  [
    'what-clause',
    PROSE,
    unlessQuestion(
      match(
        /(?<!^)\bwhat(ever)?\b(?!['’]s| to\b| you\b| we\b| I\b| kind\b| type\b| if\b| not\b| happens\b| does\b| do\b| makes\b| \w+ should|-)/i,
        /\b(see|know|check|determine|exactly|matter|understand|decide|unclear|controls?|defines?|show|shows|explain|figure out|regardless of|depending on|just|specify|describes?|matches|customize|no idea|(this|that|which) is) what/i,
      ),
    ),
    'Use a noun for the what-clause: "the requested run", "the result".',
  ],
  [
    'starts-with-where',
    PROSE,
    unlessQuestion(
      match(
        /^Where(ver)?\b/i,
        /^Where(ver)? (possible|applicable|appropriate|necessary|available|needed|CODE is|to|you|we|exactly)\b/i,
      ),
    ),
    'Say "Location of…" or "When…", and name the thing.',
  ],
  [
    'starts-with-how',
    PROSE,
    unlessQuestion(
      match(
        /^How\b/i,
        /^How (to|it works|this works|CODE|we|you|(many|much|long|often|far|old|big|large|deep) (?!it\b|they\b|of (it|them)\b))\b/i,
      ),
    ),
    'Use the noun: "number of…", "delay before…".',
  ],
  [
    'starts-with-it',
    PROSE,
    (text, unit, index) =>
      index === 0
        ? match(
            /^(It|Its|They|Their|Them|He|She|Theirs)\b/i,
            /^(It['’]s|It should|It will|It can|It is (possible|recommended|important|not possible|safe|up to|worth|likely|better|okay|ok|fine|also|a|an|the|expected|intended|assumed))\b/i,
          )(text)
        : null,
    'Name the thing in the first sentence.',
  ],
  [
    'one-that',
    PROSE,
    match(
      /\b(those (that|who|which|with|whose|in|on(?!-)|of (?!CODE))|the one (of|who)|one (that|of which) (is|was|has|had|does|did|may|can|will|are)|all that (is|was|are|were|has|have)|nothing (of|that))\b/i,
    ),
    'Repeat the noun instead of "those", "one", "all that".',
  ],
  [
    'say',
    PROSE,
    match(
      /\b(say|says|said|saying)\b/i,
      /\b(that said|said to|let['’]?s say|say (hello|hi|something|goodbye)|being said|to say|say,)|[,(] say\b|user (says|said)|(docs?|documentation|spec|rfc|standard) says?/i,
    ),
    'Use return, report, contain, state, specify.',
  ],
  ['beside', PROSE, match(/\bbeside\b/i), 'Use "next to", "alongside", "with".'],
  [
    'answered',
    PROSE,
    match(
      /\b((is|are|was|were|be|been|being|not|never) answered|answers (with|as|at|in|\d+|(?!to|the)\w+))\b/i,
      /\bquestions?\b|answer (as|in) (markdown|the next)|answers? to\b/i,
    ),
    'Use respond, return.',
  ],
  [
    'as-it-is',
    PROSE,
    match(
      /(?<!\b(soon|long|well|much|many|far|such|same) )\bas (it|they) (is|are|was|were|stands?|comes?|came)(?=[.,;:)]|$| (and|or|but|in|on|at|from|with|by|there|then|told|said|sent|stored|asked)\b)|\bwhere (it|they) (is|are|was|were|stands?|lies?|leads?|comes?)(?=[.,;:)]|$)/i,
    ),
    'Use unchanged, verbatim, in its position.',
  ],
  [
    'ends-in-pronoun',
    PROSE,
    match(
      /\b(of|by|to|in|from|under|before|after|than|beside|about|over|among|behind|as) (it|them|those|one|what|which|its own|itself|they)[.!]?$/i,
      /\b(relies? on|depends? on|refer(s|red)? to|respond to|listen to|subscribed? to|rid of|access to|related to|passed to|take care of|make sense of|connected to|added to|applied to|adjacent to|next to|prior to|up to|instead of|attached to|write to|reply to|is|are|all of|one of|some of|either of|each of|both of) (it|them)|one (by|after|to) one/i,
    ),
    'End with the noun, not with "of it".',
  ],
  [
    'ends-in-stub',
    PROSE,
    match(
      /\b(there|none|so|is|are|was|were|does|did|had|has|told|said|asked|taken|kept|left|known|begun|ended|meant|apart|anew|theirs|its own)[.!]?$/i,
      /\b(do|doing|did|does) so\b|out there\b|and so[.]?$|or so[.]?$|(right|already|over|left|get|from|be) there[.]?$|(well|best|un)known|(value|set|to|be|of|or|and|default|effort) none|\bas[- ]is\b|\bleft[.]?$(?<=(the|top|bottom|to|on|scroll|and|or) left[.]?)/i,
    ),
    'End with the thing itself.',
  ],
  [
    'where-clause',
    ['docstring', 'comment', 'test', 'error', 'commit'],
    unlessQuestion(
      match(
        /(?<!^)\bwhere (it|they|there|nothing|no|nobody|one|none|another|its|each|some|many|few|that|those)\b/i,
        /\b(cases?|place|places|location|environments?|page|file|folder|directory|point|situations?|scenarios?|line|position|code|components?|browsers?|is|know|exactly|somewhere|anywhere|everywhere|state|mode|spot) where\b/i,
      ),
    ),
    'Use "if" or "when"; "where" is for places.',
  ],
  [
    'comma-as',
    ['docstring', 'markdown', 'ui', 'error'],
    match(
      /, as (it|they|a|an|the|its|those|each|one|every|if|\w+ (does|do|is|are|has|have|did)) ?(?!\w* ?(is|are|was|were|can|may|will|would|has|have|does|do|should|must|could)\b)/i,
      /, as (the|it|they|a|an|this|these)( \w+){0,4} (is|are|was|were|can|cannot|may|might|will|would|has|have|does|do|should|must|could|won['’]t|don['’]t|doesn['’]t|\w+s)\b|, as if\b/i,
    ),
    'Write "like…", "because…" or a sentence of its own.',
  ],
  [
    'vague-verb',
    PROSE,
    match(
      /\b((comes|came) (with|in|by|after|back|first|last|alone|as|between|before|late|again|twice|anew|at)|(goes|went) (to|with|by|in|into|out|there|through|along|before|after|as|by itself)|can be had|(is|are) had|gave\b|leads? (back|there|to (it|them|no|one|a|another))|lies? (in|at|beside|between|before|behind|with|there|together|on)|has it\b|have it\b|is at it)\b/i,
      /\b(goes through|comes? with a|came in|goes to (the \w+|sleep)|go to|goes (in|into|out|with) (the|a)|comes (first|last|before|after|back|in handy|in the|at the))\b/i,
    ),
    'Use the verb for it: arrive, return, contain, point to, store, send.',
  ],
  [
    'pronoun-dense',
    PROSE,
    (text) => {
      const words = wordCount(text)
      const pronouns =
        text.match(/\b(it|its|they|them|their|those|one|ones|others|that|which|what|none|each)\b/gi)
          ?.length ?? 0
      return words <= 24 && pronouns >= 4 ? `${pronouns} pronouns in ${words} words` : null
    },
    'Repeat the nouns.',
  ],
  [
    'starts-with-preposition',
    ['docstring'],
    (text, unit, index) =>
      index === 0
        ? match(
            /^(By|From|With|Behind|Under|Until|Beside|Between|Without|Among|At|In|Before|After|Because|Nor|To|Out|Over|On)\b(?! (CODE|X|default|order|the (future|meantime|case|event|same|following|end|first)|addition|case|general|production|practice|this|that|theory|other|most|some|dev|development|test|tests|e2e|React|Node|v\d|memory|progress|\w+ing)\b)[^,:]*[a-z0-9][.]?$/i,
            /^(to (do|be|\w+)\b|on\w+\b(?=\s*(error|change|click))|(at|in|on|from|with|after|before|until|by) (X|CODE|CODE\b))|\b(we|I|you|should|must|need|let['’]?s)\b/i,
          )(text)
        : null,
    'Begin with the subject or the verb.',
  ],
]

const commitRules = [
  [
    'not-imperative',
    ['commit'],
    (text) => {
      const first = /^[A-Za-z][A-Za-z'’-]*/.exec(text)?.[0].toLowerCase()
      return first &&
        !IMPERATIVE_VERBS.has(first) &&
        !IMPERATIVE_VERBS.has(first.replace(/^(re|un|de|pre|auto|co|mis|over|dis|out)-?/, ''))
        ? first
        : null
    },
    'Begin with a verb in the imperative: "add", "fix", "return".',
  ],
]

const lengthRules = [
  [
    'long-sentence',
    ['comment', 'docstring', 'markdown', 'ui', 'error'],
    (text) => (wordCount(text) > 30 ? `${wordCount(text)} words` : null),
    'Split it: one idea a sentence.',
  ],
  [
    'long-title',
    ['test'],
    (text) => (wordCount(text) > 16 ? `${wordCount(text)} words` : null),
    'Shorten the title to one condition and one result.',
  ],
  [
    'long-subject',
    ['commit'],
    (text, unit) => (unit.subjectLength > 72 ? `${unit.subjectLength} characters` : null),
    'At most 72 characters.',
  ],
]

const toRule =
  (group) =>
  ([id, on, find, hint]) => ({ id, on, find, hint, group })

export const RULES = [
  ...strongRules.map(toRule('strong')),
  ...softRules.map(toRule('soft')),
  ...nameRules.map(toRule('strong')),
  ...commitRules.map(toRule('strong')),
  ...lengthRules.map(toRule('length')),
]

/** Kinds in which a single soft rule makes a sentence odd. */
const STRICT_KINDS = new Set(['test', 'error', 'commit'])

/** Whether the broken rules together make a sentence or name odd. Length alone does not. */
export function isOdd(kind, rules) {
  const soft = rules.filter(({ group }) => group === 'soft').length
  return rules.some(({ group }) => group === 'strong') || soft >= (STRICT_KINDS.has(kind) ? 1 : 2)
}
