import { FONT, MAIL_HEAD } from './template.ts';

const TONES =
  '<style>@media (prefers-color-scheme:dark){.t-kept{color:#71cd96!important}.t-missed{color:#f28f83!important}.t-due{color:#e2b15c!important}.t-review{color:#8ab6f2!important}.sh td.ln{border-color:#29312c!important}}</style>';

/** The blocks of a mail below each other, as tables with inline styles. Handlebars escapes every value. */
export const SHEET_TEMPLATE = `${MAIL_HEAD.replace('</head>', `${TONES}</head>`)}<tr><td class="p" style="padding:14px 32px 28px">
{{#each blocks}}{{#if heading}}<h1 class="i1" style="${FONT};margin:{{#if later}}44px{{else}}14px{{/if}} 0 0;font-size:24px;line-height:30px;font-weight:650;letter-spacing:-0.5px;color:#17211c">{{heading}}</h1>{{/if}}
{{#if subheading}}<h2 class="i1" style="${FONT};margin:28px 0 0;padding:0 0 6px;font-size:15px;line-height:20px;font-weight:650;color:#17211c">{{subheading}}</h2>{{/if}}
{{#if text}}<p class="i2" style="${FONT};margin:10px 0 0;font-size:15px;line-height:23px;color:#434f47">{{text}}</p>{{/if}}
{{#if small}}<p class="i3" style="${FONT};margin:10px 0 0;font-size:13px;line-height:20px;color:#5b665e">{{small}}</p>{{/if}}
{{#if figures}}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 0"><tr>{{#each figures}}<td class="ln" width="{{width}}" valign="top" style="padding:10px 8px 10px {{#if later}}12px{{else}}0{{/if}};border-top:1px solid #c2cabf;border-bottom:1px solid #c2cabf;{{#if later}}border-left:1px solid #dfe4dc;{{/if}}"><span class="i1" style="${FONT};display:block;font-size:24px;line-height:30px;font-weight:640;letter-spacing:-0.5px;color:#17211c">{{value}}</span><span class="i3" style="${FONT};display:block;font-size:13px;line-height:18px;color:#5b665e">{{label}}</span></td>{{/each}}</tr></table>{{/if}}
{{#if rows}}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0">{{#each rows}}<tr><td class="ln {{tone}}" width="28" valign="top" style="${FONT};padding:9px 0;border-top:1px solid #dfe4dc;font-size:15px;line-height:22px;color:{{ink}}">{{mark}}</td><td class="ln" valign="top" style="padding:9px 12px 9px 0;border-top:1px solid #dfe4dc"><span class="i1" style="${FONT};display:block;font-size:15px;line-height:22px;color:#17211c;word-break:break-word">{{what}}</span>{{#if when}}<span class="i3" style="${FONT};display:block;font-size:13px;line-height:18px;color:#5b665e">{{when}}</span>{{/if}}</td><td class="ln {{tone}}" valign="top" align="right" style="${FONT};padding:9px 0;border-top:1px solid #dfe4dc;font-size:13px;line-height:22px;color:{{ink}}">{{state}}</td></tr>{{/each}}</table>{{/if}}
{{#if button}}<p class="b" style="margin:22px 0 0"><a href="{{button.url}}" style="${FONT};display:inline-block;background:#6e2358;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:5px">{{button.label}}</a></p>{{/if}}
{{/each}}</td></tr>
<tr><td class="p i3" style="${FONT};padding:16px 32px 22px;border-top:1px solid #dfe4dc;font-size:13px;line-height:20px;color:#5b665e">{{why}}{{#each links}} <a href="{{url}}" style="color:#6e2358;white-space:nowrap">{{label}}</a>{{#unless @last}}&nbsp; {{/unless}}{{/each}}</td></tr>
</table></td></tr></table></div></body></html>
`;
