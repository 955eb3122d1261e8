// SPDX-License-Identifier: GPL-3.0-or-later
#include "Fixtures.h"

namespace headwater::fixtures {

const std::vector<std::string>& hostileNames()
{
    static const std::vector<std::string> names{
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' onload='alert(1)",
        "]]></failure><testcase name=\"x\"/>",
        "--> <!-- & &amp; &#60;",
        "\x1b[31mred\x1b]0;title\x07",
        std::string("nul\0inside", 10),
        "line\nbreak\r\n\ttab",
        "rtl \u202egnp.exe\u2066\u2069",
        "zero\u200bwidth\ufeff\u00ad",
        "c1 \u0085 \u009b31m",
        "separators \u2028\u2029",
        "bad utf8 \xff\xc0\xaf\xed\xa0\x80 end",
        "cut \xe2\x82",
        "nonchar \ufffe\uffff",
        "| cell | `code` ``two`` |",
        "[link](javascript:alert(1)) ![x](http://example.org/x)",
        "https://example.org www.example.org <https://example.org>",
        "# heading",
        "- item",
        "1. item",
        "***bold*** __under__ ~~gone~~ $x$",
        "{}{0}%s%n",
        "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int, float*)",
        "\u8bad\u7ec3\u9636\u6bb5 \u65f6\u95f4",
        "",
        " ",
        "`",
        std::string(5000, 'x'),
    };
    return names;
}

}  // namespace headwater::fixtures
