using System.Globalization;
using System.Xml.Linq;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Harness.Tests.Charts;

/// <summary>Reads pictures back.</summary>
internal static class SvgText
{
    public static XNamespace Svg { get; } = "http://www.w3.org/2000/svg";

    public static XElement Parse(ChartModel model) => XDocument.Parse(SvgWriter.Write(model)).Root!;

    /// <summary>What a pointer is told by the marks, without the title of the picture itself.</summary>
    public static IReadOnlyList<string> Tips(ChartModel model) =>
        [.. Parse(model).Descendants(Svg + "title").Where(title => title.Attribute("id") is null).Select(title => title.Value)];

    /// <summary>All text that is seen.</summary>
    public static string Visible(ChartModel model) =>
        string.Join(
            '\n',
            Parse(model).Descendants(Svg + "text").Select(text => string.Concat(text.Nodes().OfType<XText>().Select(node => node.Value))));

    public static double Number(XElement element, string attribute) =>
        double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);
}
