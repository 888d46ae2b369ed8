const LINKS = (name: string, label: string) =>
  `{{#if ${name}}}<ul class="lk" aria-label="${label}">{{#each ${name}}}<li><a href="{{url}}" rel="noopener noreferrer nofollow" target="_blank">{{url}}</a> <span class="q">{{host}}{{#if note}}, {{note}}{{/if}}</span></li>{{/each}}</ul>{{/if}}`;

const FILE = `{{#if picture}}<a class="pi" href="{{url}}"><img src="{{picture.url}}" width="{{picture.width}}" height="{{picture.height}}" alt="{{name}}" loading="lazy"></a>{{/if}}<a href="{{url}}"><bdi>{{name}}</bdi></a> <span class="q">{{note}}</span>{{#if seen}}<p class="sn">{{seen}}</p>{{/if}}`;

/**
 * What was given. Everything that people wrote is text: it cannot become markup, and its direction stays its own. Designs and
 * statements are Markdown, of which `markdown.ts` makes HTML without anything of theirs in it but text and links.
 */
const GIVEN = `{{#with given}}{{#if text}}<blockquote class="tx" dir="auto">{{text}}</blockquote>{{/if}}
${LINKS('links', 'Links')}${LINKS('commits', 'Commits')}
{{#if files}}<ul class="fi" aria-label="Files">{{#each files}}<li>${FILE}</li>{{/each}}</ul>{{/if}}
{{#each sections}}<section class="se"><h4>{{label}}</h4>{{{html}}}</section>{{/each}}
{{#with diagram}}<section class="se"><h4>Diagram</h4>${FILE}</section>{{/with}}
{{#with email}}<section class="se"><h4>Email: <bdi>{{subject}}</bdi></h4><p class="q">{{note}}</p><blockquote class="tx" dir="auto">{{body}}</blockquote></section>{{/with}}
{{#with code}}<section class="se"><h4><a href="{{url}}" rel="noopener noreferrer nofollow" target="_blank"><bdi>{{title}}</bdi></a></h4><p class="q">{{result}}</p>{{#each warnings}}<p class="sn">{{this}}</p>{{/each}}
{{#if statement}}<details class="so"><summary>Statement</summary><div class="pd">{{{statement}}}</div></details>{{/if}}
<details class="so" open><summary>Code, {{language}}</summary><pre tabindex="0"><code>{{code}}</code></pre></details>
{{#if examples}}<details class="so"><summary>Examples</summary>{{#each examples}}<p class="ex">{{name}}</p><dl class="cr"><div><dt>Input</dt><dd><code>{{input}}</code></dd></div><div><dt>Expected</dt><dd><code>{{expected}}</code></dd></div><div><dt>Came out</dt><dd><code>{{actual}}</code></dd></div></dl>{{/each}}</details>{{/if}}</section>{{/with}}
{{#if source}}<details class="so"><summary>Source of the diagram</summary><pre tabindex="0"><code>{{source}}</code></pre></details>{{/if}}{{/with}}`;

const NOTES = `{{#each notes}}<div class="no"><p><b>{{what}}</b> <span class="q">{{when}}</span></p>{{#if comment}}<p class="tx" dir="auto">{{comment}}</p>{{/if}}
{{#if criteria}}<dl class="cr">{{#each criteria}}<div><dt>{{name}}</dt><dd><b>{{score}}</b> <span dir="auto">{{comment}}</span></dd></div>{{/each}}</dl>{{/if}}</div>
{{/each}}`;

/** Both buttons belong to one form, so that the comment goes with either. The browser asks for it only with the second one. */
const FORM = `{{#with form}}<form method="post" action="{{to}}"><input type="hidden" name="verification" value="{{verification}}"><input type="hidden" name="submission" value="{{submission}}">{{#if ../isAppeal}}<input type="hidden" name="appeal" value="1">{{/if}}
<label class="la" for="{{../id}}-c">Comment <span class="q">needed when you {{#if ../isAppeal}}let it stand{{else}}reject{{/if}}</span></label>
{{#if error}}<p class="er" id="{{../id}}-e">{{error}}</p>{{/if}}
<textarea id="{{../id}}-c" name="comment" rows="2" maxlength="2000" required{{#if error}} aria-invalid="true" aria-describedby="{{../id}}-e" autofocus{{/if}}>{{comment}}</textarea>
<div class="acts"><button{{#unless ../isAppeal}} class="p"{{/unless}} name="verdict" value="accepted" formnovalidate>{{accept}}</button><button{{#unless ../isAppeal}} class="d"{{/unless}} name="verdict" value="rejected">{{reject}}</button></div></form>{{/with}}
{{#if isAppeal}}<p class="q">Accepting adds a correction. The miss stays in the history.</p>{{/if}}`;

/** What waits for the partner, each thing with a form of its own. */
export const WAITING_TEMPLATE = `{{#with page.waiting}}
<section class="ask" aria-labelledby="wait"><h2 id="wait">{{heading}}</h2>
{{#each items}}<section class="rv" aria-labelledby="{{id}}"><svg class="mark" aria-hidden="true"><use href="#m-{{#if isAppeal}}missed{{else}}review{{/if}}"/></svg>
<p class="st"><span class="bd{{#if isAppeal}} du{{/if}}">{{#if isAppeal}}Appeal{{else}}In review{{/if}}</span> <span class="q">{{when}}</span></p>
<h3 id="{{id}}"><bdi>{{title}}</bdi></h3><p class="ab">{{about}}</p>
{{#if requirement}}<section class="se"><h4>Asked for</h4><div class="tx" dir="auto">{{requirement}}</div></section>{{/if}}
${GIVEN}
${NOTES}${FORM}</section>
{{/each}}{{#if more}}<p class="end">{{more}}</p>{{/if}}</section>
{{/with}}
`;

/** What the partner decided before. */
export const DECIDED_TEMPLATE = `{{#if page.decided}}<section class="blk"><h2>What you decided</h2><ol class="trail">
{{#each page.decided}}<li><time>{{when}}</time><svg class="mark" aria-hidden="true"><use href="#m-{{mark}}"/></svg><div class="w">{{state}}: <bdi>{{title}}</bdi>{{#if comment}} <span class="by" dir="auto">‘{{comment}}’</span>{{/if}}{{#each files}} <a href="{{url}}"><bdi>{{name}}</bdi></a>{{/each}}</div></li>
{{/each}}</ol></section>
{{/if}}`;
